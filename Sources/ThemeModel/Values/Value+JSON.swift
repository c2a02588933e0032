// SPDX-License-Identifier: MIT

package import JSONText
import TextComparison

/// The way back from a snapshot's JSON form.
extension Value {
  /// The value that prints as this JSON, and a value for any other JSON: an object that has `$type` but not the whole
  /// form of that type is a plain object. Of two members with one key the last counts, at the first one's place.
  package init(json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(Value.init(json:)))
    case .object(let object): self = Self.typed(object) ?? .object(Self.members(of: object))
    }
  }

  /// The members of a JSON object as values, each key once.
  package static func members(of object: JSONObject) -> [Member] {
    var places: BytewiseDictionary<Int> = [:]
    var members: [Member] = []
    for (key, value) in object.members {
      let member = Member(key: key, value: Value(json: value))
      if let place = places[key] {
        members[place] = member
      } else {
        places[key] = members.count
        members.append(member)
      }
    }
    return members
  }

  private static func typed(_ object: JSONObject) -> Value? {
    guard object.members.count == 2, let type = object["$type"]?.string, let value = object["$value"] else {
      return nil
    }
    switch type {
    case "color": return Color(json: value).map(Value.color)
    case "colorRef": return Color(json: value).map(Value.colorReference)
    case "font": return Font(json: value).map(Value.font)
    case "image": return value["name"]?.string.map(Value.image)
    case "glyph": return Glyph(json: value).map(Value.glyph)
    case "point": return numbers(value, "x", "y").map { .point(x: $0[0], y: $0[1]) }
    case "size": return numbers(value, "width", "height").map { .size(width: $0[0], height: $0[1]) }
    case "rect":
      return numbers(value, "x", "y", "width", "height").map { .rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    case "edgeInsets":
      return numbers(value, "top", "left", "bottom", "right").map {
        .edgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
      }
    case "calls":
      guard let calls = value.array else { return nil }
      let arguments = calls.compactMap { $0.array?.map(Value.init(json:)) }
      return arguments.count == calls.count ? .calls(arguments) : nil
    default: return nil
    }
  }

  /// The numbers under these keys; nil unless all are there.
  private static func numbers(_ json: JSONValue, _ keys: String...) -> [Double]? {
    let numbers = keys.compactMap { json[$0]?.number }
    return numbers.count == keys.count ? numbers : nil
  }
}

extension Color {
  fileprivate init?(json: JSONValue) {
    guard json["colorSpace"]?.string == "srgb", let alpha = json["alpha"]?.number,
      let components = json["components"]?.array?.compactMap(\.number), components.count == 3
    else { return nil }
    self.init(red: components[0], green: components[1], blue: components[2], alpha: alpha)
  }
}

extension Font {
  fileprivate init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    self.init()
    for (key, value) in object.members {
      switch (key, value) {
      case ("name", .string(let name)): self.name = name
      case ("textStyle", .string(let style)): textStyle = style
      case ("size", .number(let size)): self.size = size
      case ("system", .string(let name)):
        guard let system = System(rawValue: name) else { return nil }
        self.system = system
      default: return nil
      }
    }
  }
}

extension Glyph {
  fileprivate init?(json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    self.init(name: name, height: json["height"]?.number)
    guard let color = json["color"] else { return }
    self.color = Color(json: color)
    if self.color == nil { return nil }
  }
}
