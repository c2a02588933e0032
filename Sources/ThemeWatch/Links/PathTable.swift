// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeModel

/// Values by path in a tree of directories, so that the values below a path are found without a search.
///
/// Paths are relative to the root of the bundle, which is the empty path.
package struct PathTable<Value> {
  private var values = BytewiseDictionary<Value>()
  /// By directory: the names in it that have a value, or have one below.
  private(set) var names = BytewiseDictionary<BytewiseSet>()

  package init() {}

  package var count: Int { values.count }
  package var isEmpty: Bool { values.isEmpty }

  /// The paths with a value, in no particular order.
  package var paths: [String] { values.keys }

  /// Reading costs O(length of the path). Writing also costs a step for each directory that it adds or removes.
  package subscript(_ path: String) -> Value? {
    get { values[path] }
    set {
      if let newValue {
        if values[path] == nil { addName(of: path) }
        values[path] = newValue
      } else if values.removeValue(forKey: path) != nil {
        removeName(of: path)
      }
    }
  }

  /// The values at a path and below it, in no particular order. Costs O(result).
  package func within(_ path: String) -> [(path: String, value: Value)] {
    var found: [(path: String, value: Value)] = []
    var pending = [path]
    while let path = pending.popLast() {
      if let value = values[path] { found.append((path, value)) }
      for name in names[path] ?? [] { pending.append(join(path, name)) }
    }
    return found
  }

  /// Removes the values at a path and below it. Costs O(result).
  @discardableResult
  package mutating func removeAll(within path: String) -> [(path: String, value: Value)] {
    let found = within(path)
    for (path, _) in found { self[path] = nil }
    return found
  }

  private mutating func addName(of path: String) {
    var child = path
    while !child.isEmpty {
      let directory = parent(of: child)
      let isNewDirectory = names[directory] == nil
      names[directory, default: []].insert(lastSegment(child))
      guard isNewDirectory, values[directory] == nil else { return }
      child = directory
    }
  }

  private mutating func removeName(of path: String) {
    var child = path
    while !child.isEmpty, values[child] == nil, names[child] == nil {
      let directory = parent(of: child)
      names[directory]?.remove(lastSegment(child))
      guard names[directory]?.isEmpty == true else { return }
      names[directory] = nil
      child = directory
    }
  }
}

extension PathTable: Sequence {
  package func makeIterator() -> BytewiseDictionary<Value>.Iterator { values.makeIterator() }
}

extension PathTable: Sendable where Value: Sendable {}
