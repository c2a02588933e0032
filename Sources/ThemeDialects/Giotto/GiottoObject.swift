// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// A style, or an object in one: the styles that lie under it, and its own members by key.
struct GiottoObject {
  /// A style that lies under the object. Each further one lies over the one before.
  struct Parent: Hashable {
    /// Empty where it is unknown.
    var name: String
    var space = Declarations.Space.styles
    /// `_superstyle` or `_inherit`; nil for a value `style:`.
    var key: String?
    var keyRange = ByteRange(0, 0)
    var range: ByteRange
  }

  var parents: [Parent] = [] { didSet { weight += parents.count - oldValue.count } }
  /// The keys of the members, in the order of their first places.
  private(set) var keys: [String] = []
  private(set) var items: BytewiseDictionary<GiottoItem> = [:]
  /// The number of nodes of its declaration, or a few more: replaced members count as well.
  private(set) var weight = 1

  /// Adds a member over an earlier member with its key.
  mutating func lay(_ item: GiottoItem, at key: String, reporting report: (GiottoItem.Clash) -> Void) {
    weight += item.weight
    // Removed first, so that the change does not copy it.
    guard var under = items.removeValue(forKey: key) else {
      keys.append(key)
      items[key] = item
      return
    }
    under.lay(item) { clash in
      var clash = clash
      clash.path.insert(key, at: 0)
      report(clash)
    }
    items[key] = under
  }

  /// Puts the members into the order in which their keys come first in this list, which has all of them.
  mutating func order(by list: some Sequence<String>) {
    var seen: BytewiseSet = []
    keys = list.filter { items[$0] != nil && seen.insert($0) }
  }

  /// Lays an object over this one.
  mutating func lay(_ over: GiottoObject, reporting report: (GiottoItem.Clash) -> Void) {
    parents += over.parents
    for key in over.keys {
      if let item = over.items[key] { lay(item, at: key, reporting: report) }
    }
  }

  func declareMembers(in builder: inout DeclarationBuilder) {
    for parent in parents {
      builder.leaf(
        parent.name.isEmpty ? .invalidInherit : .inherit,
        operand: parent.name.isEmpty ? 0 : builder.id(parent.name, in: parent.space), key: parent.key,
        keyRange: parent.keyRange, range: parent.range)
    }
    for key in keys { items[key]?.declare(as: key, in: &builder) }
  }
}
