// SPDX-License-Identifier: MIT

import TextComparison

extension Theme {
  /// The members of an object: a style, a part or a state of one, or all constants. Their order means nothing.
  ///
  /// Copies share what they have in common, however much it is: to change one member of a copy costs as much as to look it
  /// up, and equal objects that come from each other are seen to be equal without a look at their members.
  public struct Object: Sendable {
    private(set) var root: ObjectNode

    /// An object without members.
    public init() { root = .empty }

    /// An object of these members; of two with one key the later counts.
    public init(_ members: some Sequence<(String, Value)>) {
      root = ObjectNode(members.map { ObjectNode.Entry(key: $0.0, value: $0.1) })
    }

    /// The value of that key, which is none of a path; nil when there is none.
    public subscript(key key: String) -> Value? {
      get { root.value(of: key) }
      set {
        if let newValue {
          root = root.setting(key, to: newValue)
        } else {
          root = root.removing(key) ?? root
        }
      }
    }

    /// Whether it has no members.
    public var isEmpty: Bool { root.isEmpty }

    /// How many members it has. Costs O(n).
    public var count: Int { root.reduce(0) { count, _ in count + 1 } }

    /// The keys, sorted. Costs O(n log n).
    public var keys: [String] { root.reduce(into: []) { $0.append($1.key) }.sortedBytewise() }

    /// All members, in no order.
    public var members: [(key: String, value: Value)] {
      root.reduce(into: []) { $0.append((key: $1.key, value: $1.value)) }
    }
  }
}

extension Theme.Object: Equatable {
  /// Whether both have the same members.
  public static func == (left: Self, right: Self) -> Bool {
    left.root.forEachDifference(from: right.root) { _, old, new in old == new }
  }
}

extension Theme.Object: ExpressibleByDictionaryLiteral {
  /// An object; of two members with one key the later counts.
  public init(dictionaryLiteral elements: (String, Theme.Value)...) { self.init(elements) }
}
