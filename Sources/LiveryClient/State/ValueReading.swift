// SPDX-License-Identifier: MIT

extension Theme.Value {
  /// The value that a snapshot writes as this JSON. An object that has `$type`, but not the whole form of a type that is
  /// known here, stays the object that it is: a newer daemon may know more types.
  init(_ message: MessageValue) {
    if let members = message.members {
      self = Self.typed(message, members) ?? .object(Theme.Object(members.map { ($0.key, Theme.Value($0.value)) }))
    } else if let elements = message.elements {
      self = .array(elements.map { Theme.Value($0) })
    } else if let text = message.string {
      self = .string(text)
    } else if let number = message.number {
      self = .number(number)
    } else if let bool = message.bool {
      self = .bool(bool)
    } else {
      self = .null
    }
  }

  private static func typed(_ message: MessageValue, _ members: [(key: String, value: MessageValue)]) -> Theme.Value? {
    guard members.count == 2, let type = message["$type"]?.string, let value = message["$value"] else { return nil }
    switch type {
    case "color": return Theme.Color(value).map(Theme.Value.color)
    case "colorRef": return Theme.Color(value).map(Theme.Value.colorReference)
    case "font": return Theme.Font(value).map(Theme.Value.font)
    case "image": return value["name"]?.string.map(Theme.Value.image)
    case "glyph": return Theme.Glyph(value).map(Theme.Value.glyph)
    case "point":
      guard let point = numbers(value, "x", "y") else { return nil }
      return .point(Theme.Point(x: point[0], y: point[1]))
    case "size":
      guard let size = numbers(value, "width", "height") else { return nil }
      return .size(Theme.Size(width: size[0], height: size[1]))
    case "rect":
      guard let rect = numbers(value, "x", "y", "width", "height") else { return nil }
      return .rect(Theme.Rect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]))
    case "edgeInsets":
      guard let edges = numbers(value, "top", "left", "bottom", "right") else { return nil }
      return .edgeInsets(Theme.EdgeInsets(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3]))
    case "calls":
      guard let calls = value.elements else { return nil }
      let arguments = calls.compactMap { $0.elements?.map { Theme.Value($0) } }
      return arguments.count == calls.count ? .calls(arguments) : nil
    default: return nil
    }
  }

  /// The numbers under these keys; nil unless all are there.
  private static func numbers(_ message: MessageValue, _ keys: StaticString...) -> [Double]? {
    let numbers = keys.compactMap { message[$0]?.number }
    return numbers.count == keys.count ? numbers : nil
  }
}

extension Theme.Color {
  fileprivate init?(_ message: MessageValue) {
    guard message["colorSpace"]?.string == "srgb", let alpha = message["alpha"]?.number,
      let components = message["components"]?.elements?.compactMap(\.number), components.count == 3
    else { return nil }
    self.init(red: components[0], green: components[1], blue: components[2], alpha: alpha)
  }
}

extension Theme.Font {
  fileprivate init?(_ message: MessageValue) {
    guard message.isObject else { return nil }
    self.init(
      name: message["name"]?.string, textStyle: message["textStyle"]?.string,
      system: message["system"]?.string.flatMap(System.init(rawValue:)), size: message["size"]?.number)
  }
}

extension Theme.Glyph {
  fileprivate init?(_ message: MessageValue) {
    guard let name = message["name"]?.string else { return nil }
    self.init(name: name, color: message["color"].flatMap(Theme.Color.init), height: message["height"]?.number)
  }
}
