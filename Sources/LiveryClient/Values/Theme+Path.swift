// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

extension Theme {
  /// The place of a value in a theme: `constants/ID` or `styles/ID/PROPERTY`, and further into parts and states.
  ///
  /// Texts are written as everywhere in Livery: segments joined by `/`, with `~0` and `~1` for `~` and `/` inside a segment
  /// (RFC 6901); a slash before the first is optional. `constant` and `style` take ids as they are.
  public struct Path: Sendable {
    /// The keys on the way, without escapes.
    public let segments: [String]

    /// A path of these keys, which need no escapes.
    public init(segments: [String]) { self.segments = segments }

    /// A path from its text.
    public init(_ text: String) { segments = ThemeModel.Path.segments(of: text) }

    /// The constant of an id, or the value at these keys within it.
    public static func constant(_ id: String, _ keys: String...) -> Path { Path(segments: ["constants", id] + keys) }

    /// The style of an id, or the value at these keys within it.
    public static func style(_ id: String, _ keys: String...) -> Path { Path(segments: ["styles", id] + keys) }

    /// The path of a member of the object at this path.
    public func appending(_ key: String) -> Path { Path(segments: segments + [key]) }
  }
}

extension Theme.Path: ExpressibleByStringInterpolation {
  /// A path from its text.
  public init(stringLiteral text: String) { self.init(text) }

  /// A path from a text with values: `"styles/\(id)/titleColor"`.
  public init(stringInterpolation: Interpolation) { self.init(stringInterpolation.text) }

  /// Inserts values as one segment or a part of one, so that an id with a slash stays one segment.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// An empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends text without a change.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value, escaped.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += ThemeModel.Path.escape(value.description)
    }
  }
}

extension Theme.Path: CustomStringConvertible, Comparable, Hashable {
  /// The path as a text that reads back as the same path.
  public var description: String { segments.map(ThemeModel.Path.escape).joined(separator: "/") }

  /// By segments: a style comes right before its properties.
  public static func < (left: Self, right: Self) -> Bool {
    left.segments.lexicographicallyPrecedes(right.segments) { Bytewise($0) < Bytewise($1) }
  }

  /// Whether both have the same segments, by their bytes.
  public static func == (left: Self, right: Self) -> Bool { Bytewise(left.segments) == Bytewise(right.segments) }

  /// Adds the path to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(Bytewise(segments)) }
}
