// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

@testable import ThemeResolver

/// A resolver with one view over files that are written as JSON values: a dialect in miniature.
///
/// Strings that begin `ref://` are references, `inherits` inherits, `#rrggbb` is a colour, a key that ends in `Color`
/// needs one, `glyph://name/id` is a glyph in the colour of an id, null is not written.
struct Bench {
  static let rules = Rules(fontKeys: .init(name: "name", textStyle: "style", size: "size"), alphaSuffix: "Alpha")

  var resolver = Resolver(rules: rules, suffixes: ["_iPad", "_tv"])
  let view: ViewID
  var plan: LoadPlan

  init(plan: LoadPlan = LoadPlan(files: [FileID(0)], suffixes: ["_iPad", "_tv"])) {
    self.plan = plan
    view = resolver.open(plan)
  }

  /// A bench of these files in order, resolved.
  init(_ files: [JSONValue], active: [String] = []) {
    let plan = LoadPlan(
      files: files.indices.map { FileID($0) }, activeSuffixes: active, suffixes: ["_iPad", "_tv"])
    self.init(files, plan: plan)
  }

  init(_ files: [JSONValue?], plan: LoadPlan) {
    self.init(plan: plan)
    for (index, file) in files.enumerated() { edit(index, file) }
    resolve()
  }

  mutating func edit(_ file: Int, _ content: JSONValue?) {
    _ = resolver.update(FileID(file), content.map(Self.declarations))
  }

  @discardableResult mutating func resolve() -> Int {
    resolver.setPlan(plan, of: view)
    return resolver.resolve()
  }

  var state: ResolvedState { resolver.state(of: view) }

  /// Constants and styles, as a snapshot prints them.
  var json: JSONValue { state.json(.everything) }

  /// Codes of the findings with the id and path that they name, sorted.
  var findings: [String] {
    resolver.findings(of: view).map { finding in
      ([finding.code.rawValue, finding.id ?? "-"] + [finding.path].compactMap(\.self)).joined(separator: " ")
    }.sorted()
  }

  static func declarations(_ file: JSONValue) -> Declarations {
    var builder = DeclarationBuilder()
    var place = 0
    for (id, value) in file.object?.members ?? [] where value != .null {
      builder.entry(id)
      add(value, key: nil, &builder, &place)
    }
    return builder.declarations
  }

  private static func add(_ value: JSONValue, key: String?, _ builder: inout DeclarationBuilder, _ place: inout Int) {
    place += 10
    let range = ByteRange(place, place + 9)
    let needsColor = key?.hasSuffix("Color") ?? false
    func leaf(_ operation: Declarations.Operation, _ operand: UInt32) {
      builder.leaf(operation, operand: operand, needsColor: needsColor, key: key, range: range)
    }
    switch value {
    case .object(let object):
      builder.begin(.object, key: key, range: range)
      for member in object.members where member.value != .null {
        add(member.value, key: member.key, &builder, &place)
      }
      builder.end()
    case .array(let elements):
      builder.begin(.array, key: key, range: range)
      for element in elements { add(element, key: nil, &builder, &place) }
      builder.end()
    case .string(let text) where text.hasPrefix("ref://"):
      leaf(key?.hasPrefix("inherits") ?? false ? .inherit : .reference, builder.name(String(text.dropFirst(6))))
    case .string(let text) where text.hasPrefix("glyph://"):
      let parts = text.dropFirst(8).split(separator: "/")
      let glyph = builder.literal(.glyph(Glyph(name: String(parts[0]))))
      builder.begin(.glyph, operand: glyph, key: key, range: range)
      builder.leaf(.reference, operand: builder.name(String(parts[1])), needsColor: true, range: range)
      builder.end()
    case .string(let text) where text.hasPrefix("#") && text.utf8.count == 7:
      let hex = Int(text.dropFirst(), radix: 16) ?? 0
      let color = Color(
        red: Double(hex >> 16) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
      leaf(.literal, builder.literal(.color(color)))
    case .string(let text): leaf(.literal, builder.literal(.string(text)))
    case .number(let number): leaf(.literal, builder.literal(.number(number)))
    case .bool(let bool): leaf(.literal, builder.literal(.bool(bool)))
    case .null: leaf(.literal, builder.literal(.null))
    }
  }
}

extension ResolvedState {
  /// The part of constants and styles that a selection asks for, as a snapshot prints it.
  func json(_ selection: Selection) -> JSONValue {
    var constants = JSONObject()
    var styles = JSONObject()
    for id in resolvedSymbols() {
      let value = value(of: id.symbol, path: [id.section.rawValue, id.name], selecting: selection)?.json
      switch id.section {
      case .constants: constants[id.name] = value
      case .styles: styles[id.name] = value
      }
    }
    return ["constants": .object(constants), "styles": .object(styles)]
  }
}

extension [PatchOperation] {
  /// As it is sent.
  var json: JSONValue {
    get throws {
      var writer = JSONWriter()
      writer.beginArray()
      for operation in self { operation.write(to: &writer) }
      writer.endArray()
      return try JSONValue(parsing: writer.bytes, maximumDepth: 256)
    }
  }
}
