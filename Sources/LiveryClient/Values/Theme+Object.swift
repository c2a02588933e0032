// SPDX-License-Identifier: MIT

import TextComparison
public import ThemeModel

extension Theme {
  /// The members of an object: a style, a part or a state of one, or all constants. Their order carries no meaning.
  ///
  /// Copies share their common parts. Changing one member of a copy costs as much as a look-up. Objects that share their content
  /// are compared without a look at their members.
  public struct Object: Sendable {
    private(set) var root: ObjectNode

    /// An object without members.
    public init() { root = .empty }

    /// An object of these members; of two with one key the later counts.
    public init(_ members: some Sequence<(String, Value)>) {
      root = ObjectNode(members.map { ObjectNode.Entry(key: $0.0, content: ObjectContent($0.1)) })
    }

    init(contents: some Sequence<(String, ObjectContent)>) {
      root = ObjectNode(contents.map { ObjectNode.Entry(key: $0.0, content: $0.1) })
    }

    /// The value of a key, not of a path; nil without such a member. An object becomes a value with all its members:
    /// `object(_:default:)` finds an object without that cost.
    public subscript(key key: String) -> Value? {
      get { content(of: key)?.value }
      set { setContent(newValue.map(ObjectContent.init), of: key) }
    }

    func content(of key: String) -> ObjectContent? { root.content(of: key) }

    mutating func setContent(_ content: ObjectContent?, of key: String) {
      if let content {
        root = root.setting(key, to: content)
      } else {
        root = root.removing(key) ?? root
      }
    }

    /// Whether it has no members.
    public var isEmpty: Bool { root.isEmpty }

    /// The number of members. Costs O(n).
    public var count: Int { root.reduce(0) { count, _ in count + 1 } }

    /// The keys, sorted. Costs O(n log n).
    public var keys: [String] { root.reduce(into: []) { $0.append($1.key) }.sortedBytewise() }

    /// All members, unsorted. Costs a pass over all values below.
    public var members: [(key: String, value: Value)] {
      root.reduce(into: []) { $0.append((key: $1.key, value: $1.content.value)) }
    }

    /// The object as a value, its members sorted by key. Costs a pass over all values below.
    public var value: Value { .object(members.map(Value.Member.init).sorted { Bytewise($0.key) < Bytewise($1.key) }) }
  }
}

/// A member of an object: a value, or an object, whose parts states share.
enum ObjectContent: Sendable, Equatable {
  case value(Theme.Value)
  case object(Theme.Object)

  init(_ value: Theme.Value) {
    if case .object(let members) = value {
      self = .object(Theme.Object(members.lazy.map { ($0.key, $0.value) }))
    } else {
      self = .value(value)
    }
  }

  var value: Theme.Value {
    switch self {
    case .value(let value): value
    case .object(let object): object.value
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
