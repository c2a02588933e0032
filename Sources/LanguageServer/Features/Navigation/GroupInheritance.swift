// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeEngine
import ThemeModel

/// The inheritance between groups of names in all files of a bundle: by `$extends` and `$ref` of design tokens.
struct GroupInheritance {
  /// Bytes of the names of one family, with those that only lead to others.
  private static let maximumBytes = 1 << 20
  /// Of groups in one another: groups that inherit from groups in one another have names without end.
  private static let maximumDepth = 64

  private let separator: Character
  private var parents: BytewiseDictionary<[String]> = [:]
  private var heirs: BytewiseDictionary<[String]> = [:]
  private var declared: BytewiseSet = []

  init(separator: Character) { self.separator = separator }

  var isEmpty: Bool { parents.isEmpty }

  /// Adds the inheritance among the references of a file.
  mutating func add(_ references: [FileIndex.Reference]) {
    for reference in references
    where reference.isInheritance && !areNested(reference.source.text, reference.name.text) {
      parents[reference.source.text, default: []].append(reference.name.text)
      heirs[reference.name.text, default: []].append(reference.source.text)
    }
  }

  /// Adds the declared names of a file.
  mutating func add(_ entries: [FileIndex.Entry]) {
    declared.formUnion(entries.lazy.filter { $0.name.file == nil }.map(\.name.text))
  }

  /// A name and all that mean the same part of a group: by inheritance, or in place of what is inherited. Nil where they are too many.
  func family(of name: String) -> [String]? {
    var family = [name]
    var known: BytewiseSet = [name]
    var climbed: BytewiseSet = []
    var bytes = 0
    var next = 0
    func add(_ name: String) {
      guard known.insert(name) else { return }
      family.append(name)
      bytes += name.utf8.count
    }
    while next < family.count {
      var inherited = relatives(of: family[next], in: parents)
      while let name = inherited.popLast() {
        guard climbed.insert(name) else { continue }
        bytes += name.utf8.count
        // A group may have inherited what it does not declare.
        if declared.contains(name) { add(name) } else { inherited += relatives(of: name, in: parents) }
        guard bytes <= Self.maximumBytes else { return nil }
      }
      relatives(of: family[next], in: heirs).forEach(add)
      guard bytes <= Self.maximumBytes else { return nil }
      next += 1
    }
    return family
  }

  /// Whether one of the groups is the other one, or lies in it: then nothing is inherited.
  private func areNested(_ left: String, _ right: String) -> Bool {
    left.isEmpty || "\(left)\(separator)".utf8.starts(with: "\(right)\(separator)".utf8)
      || "\(right)\(separator)".utf8.starts(with: "\(left)\(separator)".utf8)
  }

  /// The names at the same place in the groups that the groups around a name lead to.
  private func relatives(of name: String, in groups: BytewiseDictionary<[String]>) -> [String] {
    let ends = name.utf8.indices.filter { name.utf8[$0] == separator.asciiValue }
    guard ends.count < Self.maximumDepth else { return [] }
    return ends.flatMap { end in
      let rest = String(Substring(name.utf8[end...]))
      return (groups[String(Substring(name.utf8[..<end]))] ?? []).map { $0 + rest }
    }
  }
}
