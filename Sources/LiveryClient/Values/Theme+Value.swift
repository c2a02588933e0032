// SPDX-License-Identifier: MIT

extension Theme {
  /// A resolved value of a theme: plain JSON, or one of the types that themes know.
  public enum Value: Sendable {
    /// The theme sets the property to nothing. What a theme leaves alone is not there at all.
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Value])
    case object(Object)
    indirect case color(Color)
    /// A colour that is wanted in the drawing layer's own form, as the dialect `oracle` asks for with `@colorref`.
    indirect case colorReference(Color)
    indirect case font(Font)
    /// An image by its name.
    case image(String)
    indirect case glyph(Glyph)
    indirect case point(Point)
    indirect case size(Size)
    indirect case rect(Rect)
    indirect case edgeInsets(EdgeInsets)
    /// The arguments of calls of a setter, in the order of the file.
    case calls([[Value]])
  }
}

extension Theme.Value {
  /// What the value is, in the words of `$type` of a snapshot or of JSON: `color`, `string`.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    case .color: "color"
    case .colorReference: "colorRef"
    case .font: "font"
    case .image: "image"
    case .glyph: "glyph"
    case .point: "point"
    case .size: "size"
    case .rect: "rect"
    case .edgeInsets: "edgeInsets"
    case .calls: "calls"
    }
  }
}

extension Theme.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A list.
  public init(arrayLiteral elements: Theme.Value...) { self = .array(elements) }
  /// An object; of two members with one key the later counts.
  public init(dictionaryLiteral elements: (String, Theme.Value)...) { self = .object(Theme.Object(elements)) }
}
