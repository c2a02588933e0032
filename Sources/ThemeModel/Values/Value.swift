// SPDX-License-Identifier: MIT

package import JSONText

/// A resolved value: plain JSON, or one of the types of themes. Extensions have its equality and its JSON forms, a switch over
/// all cases each; with those it has more than 400 lines.
///
/// Typed values print as `{"$type": T, "$value": V}` after the Design Tokens format 2025.10.
public enum Value: Sendable {
  /// The theme sets the property to nothing. A property that a theme does not set is absent.
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([Value])
  case object([Member])
  indirect case color(Color)
  /// A colour that is not three numbers in sRGB, or that has a `hex` by its author: also of type `color`.
  indirect case colorInSpace(ColorInSpace)
  /// A colour that a program wants in its drawing layer's form (`@colorref` in the Oracle dialect).
  indirect case colorReference(Color)
  indirect case font(Font)
  /// An image by its name.
  case image(String)
  indirect case glyph(Glyph)
  indirect case point(Point)
  indirect case size(Size)
  indirect case rect(Rect)
  indirect case edgeInsets(EdgeInsets)
  /// Calls of a setter with several arguments, in file order.
  case calls([[Value]])
  /// A value of a design token that is neither a colour nor a number.
  indirect case typed(TypedValue)

  /// A member of an object.
  public struct Member: Sendable {
    /// Unique in its object.
    public var key: String
    /// The value of the key.
    public var value: Value

    /// A member of an object.
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }
}

/// A colour in sRGB. Components are 0...1 unless the theme exceeds the range.
public struct Color: Sendable, Hashable {
  /// 0 is none of it, 1 is all.
  public var red: Double
  /// 0 is none of it, 1 is all.
  public var green: Double
  /// 0 is none of it, 1 is all.
  public var blue: Double
  /// 0 is transparent, 1 is opaque.
  public var alpha: Double

  /// A colour of components of 0...1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// An opaque colour of 24 bits: `0xff9900`.
  public init(hex number: UInt32) {
    self.init(
      red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
  }

  /// Opaque black.
  public static let black = Color(hex: 0x000000)
  /// Opaque white.
  public static let white = Color(hex: 0xffffff)
  /// A transparent colour.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Red, green and blue as bytes, rounded and clamped, without the alpha. A component that is not a number is 0.
  public var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
    func byte(_ component: Double) -> UInt8 {
      component >= 1 ? 255 : component > 0 ? UInt8((component * 255).rounded()) : 0
    }
    return (byte(red), byte(green), byte(blue))
  }

  /// `#rrggbb`, lower case, rounded and clamped, without the alpha.
  public var hex: String {
    let number = hexNumber
    return String(unsafeUninitializedCapacity: 7) { text in
      // Each of the 7 places is written, and all that is written is ASCII.
      text[0] = UInt8(ascii: "#")
      for place in 1...6 { text[place] = Self.hexDigit(place, of: number) }
      return 7
    }
  }

  /// One of the six hexadecimal digits of a colour, from the first to the sixth.
  static func hexDigit(_ place: Int, of number: UInt32) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: number >> (24 - 4 * UInt32(place)) & 15)
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
  }

  /// `#rrggbb`, or `#rrggbbaa` where the colour is not opaque, as style sheets take it.
  public var css: String {
    let alpha = Color(red: alpha, green: 0, blue: 0).bytes.red
    guard alpha < 255 else { return hex }
    return hex + (alpha < 16 ? "0" : "") + String(alpha, radix: 16)
  }
}

/// A font as a theme asks for it. The consumer chooses missing members.
public struct Font: Sendable {
  /// A font of the platform, in place of one with a name.
  public enum System: String, Sendable { case regular, bold, italic }

  /// The name of a face or family.
  public var name: String?
  /// A text style of the platform, such as `headline`.
  public var textStyle: String?
  /// The font of the platform, if the theme names no face.
  public var system: System?
  /// In points, above 0.
  public var size: Double?

  /// A font. Every member is optional.
  public init(name: String? = nil, textStyle: String? = nil, system: System? = nil, size: Double? = nil) {
    self.name = name
    self.textStyle = textStyle
    self.system = system
    self.size = size
  }
}

/// An icon of a glyph font.
public struct Glyph: Sendable {
  /// The name in the glyph font.
  public var name: String
  /// The program's choice when the theme names none.
  public var color: Color?
  /// In points, above 0.
  public var height: Double?

  /// An icon; only its name has to be said.
  public init(name: String, color: Color? = nil, height: Double? = nil) {
    self.name = name
    self.color = color
    self.height = height
  }
}

extension Value {
  /// The type of the value, in the words of `$type` or of JSON: for messages.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    case .color, .colorInSpace: "color"
    case .colorReference: "colorRef"
    case .font: "font"
    case .image: "image"
    case .glyph: "glyph"
    case .point: "point"
    case .size: "size"
    case .rect: "rect"
    case .edgeInsets: "edgeInsets"
    case .calls: "calls"
    case .typed(let token): token.type
    }
  }

  package var isObject: Bool { if case .object = self { true } else { false } }

  /// The members of an object; none for other values.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The value in the JSON form of a snapshot.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(JSONObject(members.map { (key: $0.key, value: $0.value.json) }))
    case .color(let color), .colorReference(let color): typed(color.json)
    case .colorInSpace(let color): typed(color.json)
    case .font(let font): typed(font.json)
    case .image(let name): typed(["name": .string(name)])
    case .glyph(let glyph): typed(glyph.json)
    case .point(let point): typed(["x": .number(point.x), "y": .number(point.y)])
    case .size(let size): typed(["width": .number(size.width), "height": .number(size.height)])
    case .rect(let rect):
      typed([
        "x": .number(rect.origin.x), "y": .number(rect.origin.y), "width": .number(rect.size.width),
        "height": .number(rect.size.height),
      ])
    case .edgeInsets(let edges):
      typed([
        "top": .number(edges.top), "left": .number(edges.left), "bottom": .number(edges.bottom),
        "right": .number(edges.right),
      ])
    case .calls(let calls): typed(.array(calls.map { .array($0.map(\.json)) }))
    case .typed(let token): typed(token.value.json)
    }
  }

  private func typed(_ value: JSONValue) -> JSONValue {
    ["$type": .string(typeName), "$value": value]
  }
}

extension Color {
  fileprivate var json: JSONValue {
    [
      "colorSpace": "srgb", "components": [.number(red), .number(green), .number(blue)], "alpha": .number(alpha),
      "hex": .string(hex),
    ]
  }
}

extension Font {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["name"] = name.map(JSONValue.string)
    object["textStyle"] = textStyle.map(JSONValue.string)
    object["system"] = system.map { .string($0.rawValue) }
    object["size"] = size.map(JSONValue.number)
    return .object(object)
  }
}

extension Glyph {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["color"] = color?.json
    object["height"] = height.map(JSONValue.number)
    return .object(object)
  }
}
