// SPDX-License-Identifier: MIT

package import TextComparison

/// The tree of groups and tokens in a source of design tokens, without values. It decides which tokens exist.
///
/// Paths are names joined by `.`; the path of the root group is empty.
package struct TokenOutline: Sendable, Hashable {
  package struct Group: Sendable, Hashable {
    @Bytewise package private(set) var path: String
    /// Whether the group has a type of its own.
    package let hasType: Bool
    /// The group whose tokens it inherits.
    package fileprivate(set) var inherited: Inherited?

    package init(path: String, hasType: Bool, inherited: Inherited?) {
      self.path = path
      self.hasType = hasType
      self.inherited = inherited
    }
  }

  /// A reference to a group, in `$extends` or in a `$ref` without `$value`.
  package struct Inherited: Sendable, Hashable {
    @Bytewise package private(set) var target: String
    package fileprivate(set) var range: ByteRange
    /// Whether it is a `$ref`, which may as well name a token.
    package let isReference: Bool
    /// Whether it names no group, which the file reports.
    package let isFaulty: Bool

    package init(target: String, range: ByteRange, isReference: Bool, isFaulty: Bool = false) {
      self.target = target
      self.range = range
      self.isReference = isReference
      self.isFaulty = isFaulty
    }
  }

  /// A token or group of a wrong shape, such as a number, with the place that the file reports.
  package struct Misshapen: Sendable, Hashable {
    @Bytewise package private(set) var path: String
    package fileprivate(set) var range: ByteRange

    package init(path: String, range: ByteRange) {
      self.path = path
      self.range = range
    }
  }

  package var groups: [Group] = []
  @Bytewise package var tokens: [String] = []
  package var misshapen: [Misshapen] = []

  package init(tokens: [String] = []) { self.tokens = tokens }

  /// Whether a group inherits, or may inherit, tokens of another group, or keeps those of the last generation.
  package var hasInheritance: Bool { !misshapen.isEmpty || groups.contains { $0.inherited != nil } }

  /// Moves the places behind a replaced text, which ended at an offset. No place encloses a text that is read alone.
  package mutating func movePlaces(from offset: UInt32, by growth: Int) {
    for index in groups.indices {
      guard let range = groups[index].inherited?.range, range.start >= offset else { continue }
      groups[index].inherited?.range = range.moved(by: growth)
    }
    for index in misshapen.indices where misshapen[index].range.start >= offset {
      misshapen[index].range = misshapen[index].range.moved(by: growth)
    }
  }
}
