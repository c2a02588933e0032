// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel

/// Names of one space that are searched for together, with the names in their groups if these count, too. Names that no context reads
/// are those of one file.
struct SoughtNames {
  let space: Declarations.Space
  let texts: [String]
  private let file: String?
  private let set: BytewiseSet
  /// Between a group and the names in it; nil where these do not count.
  private let separator: UInt8?
  private let areConstants: Bool

  /// - Parameters:
  ///   - names: of one space, one at least.
  ///   - withMembers: whether the names in the groups of these names count, too.
  init(_ names: [FileIndex.Name], withMembers: Bool = false, in bundle: OpenBundle) {
    space = names[0].space
    texts = names.map(\.text)
    file = names[0].file
    set = BytewiseSet(texts)
    separator = withMembers ? bundle.notation?.separator?.asciiValue : nil
    areConstants = space == .shared && bundle.path(of: names[0])?.hasPrefix("constants/") == true
  }

  func contain(_ name: FileIndex.Name) -> Bool { !matches(of: name).isEmpty }

  func contain(_ reference: FileIndex.Reference) -> Bool {
    // A text that names a style, such as that of `theme`, does not name a constant.
    if areConstants, reference.name.space == .styles, !reference.isInheritance { return false }
    return contain(reference.name)
  }

  /// The sought names that a name means: itself, and the groups around it.
  func matches(of name: FileIndex.Name) -> [String] {
    guard NameSearch.areSame(name.space, space), Bytewise(name.file) == Bytewise(file) else { return [] }
    if texts.count == 1 { return isMeant(name.text, by: texts[0]) ? texts : [] }
    var matches = set.contains(name.text) ? [name.text] : []
    guard let separator else { return matches }
    for end in name.text.utf8.indices where name.text.utf8[end] == separator {
      let group = String(name.text[..<end])
      if set.contains(group) { matches.append(group) }
    }
    return matches
  }

  private func isMeant(_ name: String, by sought: String) -> Bool {
    guard name.utf8.starts(with: sought.utf8) else { return false }
    let next = name.utf8.dropFirst(sought.utf8.count).first
    return next == nil || separator != nil && next == separator
  }
}
