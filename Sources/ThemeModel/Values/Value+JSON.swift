// SPDX-License-Identifier: MIT

package import JSONText
import TextComparison

/// Reading values in the JSON form of a snapshot.
extension Value {
  /// The treatment of a typed value with unknown members.
  package enum UnknownMembers: Sendable {
    /// It is a plain object.
    case makePlainObject
    /// They are ignored, since a newer daemon may write more members.
    case ignored
  }

  /// The value that prints as this JSON. Any JSON is a value: an object with `$type` but without the form of that type is a plain
  /// object. Of two members with one key, the last counts, at the place of the first.
  package init(json: JSONValue) { self.init(json, unknownMembers: .makePlainObject) }

  /// A value from any JSON.
  package init(_ node: some JSONNode, unknownMembers: UnknownMembers) {
    // The function behind this is compiled for either kind of node. A generic one asks the node for its type at each step, which
    // takes ten times as long: a client reads a whole theme.
    self =
      if let node = node as? JSONTapeValue {
        Self.read(node, unknownMembers)
      } else if let node = node as? JSONValue {
        Self.read(node, unknownMembers)
      } else {
        Self.read(node, unknownMembers)
      }
  }

  private static func read(_ node: some JSONNode, _ unknownMembers: UnknownMembers) -> Value {
    if node.memberCount == 2, let typed = typed(node, unknownMembers) { return typed }
    if let members = node.members {
      return .object(unique(members.map { Member(key: $0, value: read($1, unknownMembers)) }))
    }
    if let elements = node.elements { return .array(elements.map { read($0, unknownMembers) }) }
    if let text = node.string { return .string(text) }
    if let number = node.number { return .number(number) }
    if let bool = node.bool { return .bool(bool) }
    return .null
  }

  /// The members of a JSON object as values, each key once.
  package static func members(of object: JSONObject) -> [Member] {
    unique(object.members.map { Member(key: $0.key, value: Value(json: $0.value)) })
  }

  /// Of members with one key the last, at the place of the first.
  private static func unique(_ all: [Member]) -> [Member] {
    if all.count <= 16, haveDifferentKeys(all) { return all }
    var places: BytewiseDictionary<Int> = [:]
    var members: [Member] = []
    members.reserveCapacity(all.count)
    for member in all {
      if let place = places[member.key] {
        members[place] = member
      } else {
        places[member.key] = members.count
        members.append(member)
      }
    }
    return members
  }

  /// Costs a comparison for each pair.
  private static func haveDifferentKeys(_ members: [Member]) -> Bool {
    members.indices.allSatisfy { place in
      members[..<place].allSatisfy { Bytewise($0.key) != Bytewise(members[place].key) }
    }
  }

  private static func typed(_ node: some JSONNode, _ unknownMembers: UnknownMembers) -> Value? {
    guard let type = node.member("$type")?.string, let value = node.member("$value") else { return nil }
    switch type {
    case "color": return color(value)
    case "colorRef": return Color(value).map(Value.colorReference)
    case "font": return Font(value, unknownMembers).map(Value.font)
    case "image": return value.member("name")?.string.map(Value.image)
    case "glyph": return Glyph(value).map(Value.glyph)
    case "point": return numbers(value, "x", "y").map { .point(Point(x: $0[0], y: $0[1])) }
    case "size": return numbers(value, "width", "height").map { .size(Size(width: $0[0], height: $0[1])) }
    case "rect":
      return numbers(value, "x", "y", "width", "height").map {
        .rect(Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]))
      }
    case "edgeInsets":
      return numbers(value, "top", "left", "bottom", "right").map {
        .edgeInsets(EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]))
      }
    case "calls":
      guard let calls = value.elements else { return nil }
      let arguments = calls.compactMap { $0.elements?.map { read($0, unknownMembers) } }
      return arguments.count == calls.count ? .calls(arguments) : nil
    default: return nil
    }
  }

  /// Colours of sRGB are frequent: they are read without making the general form.
  private static func color(_ node: some JSONNode) -> Value? {
    guard let color = Color(node) else { return ColorInSpace(node).map { Value($0) } }
    if let hex = node.member("hex")?.string, Bytewise(hex) != Bytewise(color.hex) {
      return ColorInSpace(node).map { Value($0) }
    }
    return .color(color)
  }

  /// The numbers under these keys; nil unless all are there.
  private static func numbers(_ node: some JSONNode, _ keys: StaticString...) -> [Double]? {
    let numbers = keys.compactMap { node.member($0)?.number }
    return numbers.count == keys.count ? numbers : nil
  }
}

extension Color {
  fileprivate init?(_ node: some JSONNode) {
    guard node.member("colorSpace")?.string == "srgb", let alpha = node.member("alpha")?.number,
      let components = node.member("components")?.elements, components.count == 3,
      let red = components[0].number, let green = components[1].number, let blue = components[2].number
    else { return nil }
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension Font {
  fileprivate init?(_ node: some JSONNode, _ unknownMembers: Value.UnknownMembers) {
    guard let members = node.members else { return nil }
    self.init(
      name: node.member("name")?.string, textStyle: node.member("textStyle")?.string,
      system: node.member("system")?.string.flatMap(System.init), size: node.member("size")?.number)
    let known = [name != nil, textStyle != nil, system != nil, size != nil].count { $0 }
    switch unknownMembers {
    case .ignored: break
    case .makePlainObject: if members.count != known { return nil }
    }
  }
}

extension Glyph {
  fileprivate init?(_ node: some JSONNode) {
    guard let name = node.member("name")?.string else { return nil }
    self.init(name: name, height: node.member("height")?.number)
    guard let color = node.member("color") else { return }
    self.color = Color(color)
    if self.color == nil { return nil }
  }
}
