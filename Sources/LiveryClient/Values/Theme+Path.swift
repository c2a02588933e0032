// SPDX-License-Identifier: MIT

import TextComparison

extension Theme {
  /// Where a value is in a theme: `constants/ID` or `styles/ID/PROPERTY`, and further into parts and states.
  ///
  /// Texts are written as everywhere in Livery: segments joined by `/`, with `~0` and `~1` for `~` and `/` inside a segment
  /// (RFC 6901); a slash before the first is optional. `constant` and `style` take ids as they are.
  public struct Path: Sendable {
    /// The keys on the way, without escapes.
    public let segments: [String]

    /// A path of these keys, which need no escapes.
    public init(segments: [String]) { self.segments = segments }

    /// A path from its text.
    public init(_ text: String) {
      let bytes = text.utf8.first == UInt8(ascii: "/") ? text.utf8.dropFirst() : text.utf8[...]
      guard !bytes.isEmpty else {
        segments = []
        return
      }
      segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
        Self.unescape(String(Substring($0)))
      }
    }

    /// The constant of an id, or what is at these keys within it.
    public static func constant(_ id: String, _ keys: String...) -> Path { Path(segments: ["constants", id] + keys) }

    /// The style of an id, or what is at these keys within it.
    public static func style(_ id: String, _ keys: String...) -> Path { Path(segments: ["styles", id] + keys) }

    /// The path of a member of what is here.
    public func appending(_ key: String) -> Path { Path(segments: segments + [key]) }

    private static func unescape(_ segment: String) -> String {
      guard segment.utf8.contains(UInt8(ascii: "~")) else { return segment }
      var result: [UInt8] = []
      var rest = segment.utf8[...]
      while let byte = rest.popFirst() {
        switch (byte, rest.first) {
        case (UInt8(ascii: "~"), UInt8(ascii: "0")):
          result.append(UInt8(ascii: "~"))
          rest.removeFirst()
        case (UInt8(ascii: "~"), UInt8(ascii: "1")):
          result.append(UInt8(ascii: "/"))
          rest.removeFirst()
        default: result.append(byte)
        }
      }
      return String(decoding: result, as: UTF8.self)
    }

    fileprivate static func escape(_ segment: String) -> String {
      guard segment.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return segment }
      var result: [UInt8] = []
      for byte in segment.utf8 {
        switch byte {
        case UInt8(ascii: "~"): result += "~0".utf8
        case UInt8(ascii: "/"): result += "~1".utf8
        default: result.append(byte)
        }
      }
      return String(decoding: result, as: UTF8.self)
    }
  }
}

extension Theme.Path: ExpressibleByStringInterpolation {
  /// A path from its text.
  public init(stringLiteral text: String) { self.init(text) }

  /// A path from a text in which values stand: `"styles/\(id)/titleColor"`.
  public init(stringInterpolation: Interpolation) { self.init(stringInterpolation.text) }

  /// Takes what stands in a text as one segment or a piece of one, so that an id with a slash in it stays one.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// An empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends what is written as it is.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value, escaped.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += Theme.Path.escape(value.description)
    }
  }
}

extension Theme.Path: CustomStringConvertible, Comparable, Hashable {
  /// The path as a text that reads back as the same path.
  public var description: String { segments.map(Self.escape).joined(separator: "/") }

  /// By segments: a style comes right before its properties.
  public static func < (left: Self, right: Self) -> Bool {
    left.segments.lexicographicallyPrecedes(right.segments) { Bytewise($0) < Bytewise($1) }
  }

  /// Whether both have the same segments, by their bytes.
  public static func == (left: Self, right: Self) -> Bool { Bytewise(left.segments) == Bytewise(right.segments) }

  /// Adds the path to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(Bytewise(segments)) }
}
