// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

@testable import ThemeResolver

/// A resolver with one view over files in the form of JSON values: a small dialect for tests.
///
/// Ids that begin with `$` are constants, with `.` styles; others may be either. Strings that begin with `ref://` are
/// references, `?` looks a constant up, `inherits` inherits (from one id or a list of them, `base://` from the base theme),
/// `#rrggbb` is a colour, a key that ends in `Color` needs a colour, `glyph://name/id` is a glyph in the colour of an id,
/// null is left out. An object with the member `!` replaces weaker ones. Arrays that begin with `font`, `colorref` or `calls`
/// are those operations.
struct Bench {
  static var rules: Rules {
    var rules = Rules()
    rules.readsObjectsAsFonts = true
    rules.alphaSuffix = "Alpha"
    rules.fontPair = .init(font: "face", size: "faceSize")
    rules.constantPrefixes = ["C_"]
    rules.systemFonts = ["system": .regular]
    return rules
  }

  var resolver: Resolver
  let view: ViewID
  var plan: LoadPlan

  init(
    plan: LoadPlan = LoadPlan(files: [FileID(0)], suffixes: ["_iPad", "_tv"]), limits: ResolverLimits = ResolverLimits()
  ) {
    resolver = Resolver(rules: Self.rules, suffixes: ["_iPad", "_tv"], limits: limits)
    self.plan = plan
    view = resolver.open(plan)
  }

  /// A resolved bench of these files in order.
  init(_ files: [JSONValue], active: [String] = []) {
    let plan = LoadPlan(
      files: files.indices.map { FileID($0) }, activeSuffixes: active, suffixes: ["_iPad", "_tv"])
    self.init(files, plan: plan)
  }

  init(_ files: [JSONValue?], plan: LoadPlan, limits: ResolverLimits = ResolverLimits()) {
    self.init(plan: plan, limits: limits)
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

  /// Constants and styles as in a snapshot.
  var json: JSONValue { state.json(.everything) }

  /// The codes of the findings with their ids and paths, sorted.
  var findings: [String] { findings(of: view) }

  func findings(of view: ViewID) -> [String] {
    var resolver = resolver
    return resolver.findings(of: view).map { finding in
      ([finding.code.rawValue, finding.id ?? "-"] + [finding.path].compactMap(\.self)).joined(separator: " ")
    }.sorted()
  }

  static func declarations(_ file: JSONValue) -> Declarations {
    var builder = DeclarationBuilder()
    var place = 0
    for (id, value) in file.object?.members ?? [] where value != .null {
      builder.entry(name(id), in: space(id))
      add(value, key: nil, &builder, &place)
    }
    return builder.declarations
  }

  private static func space(_ id: String) -> Declarations.Space {
    id.hasPrefix("$") ? .constants : id.hasPrefix(".") ? .styles : .shared
  }

  private static func name(_ id: String) -> String { space(id) == .shared ? id : String(id.dropFirst()) }

  private static func add(_ value: JSONValue, key: String?, _ builder: inout DeclarationBuilder, _ place: inout Int) {
    place += 10
    let range = ByteRange(place, place + 9)
    let flags: Declarations.Flags = key?.hasSuffix("Color") ?? false ? .needsColor : []
    func leaf(_ operation: Declarations.Operation, _ operand: UInt32) {
      builder.leaf(operation, operand: operand, flags: flags, key: key, range: range)
    }
    func literal(_ value: Value) { leaf(.literal, builder.literal(value)) }
    switch value {
    case .object(let object):
      builder.begin(.object, flags: object["!"] == nil ? [] : .replaces, key: key, range: range)
      for member in object.members where member.value != .null && member.key != "!" {
        add(member.value, key: member.key, &builder, &place)
      }
      builder.end()
    case .array(let elements) where key?.hasPrefix("inherits") ?? false:
      for element in elements { add(element, key: key, &builder, &place) }
    case .array(let elements): addArray(elements, key: key, range, &builder, &place)
    case .string(let text) where text.hasPrefix("ref://"):
      let id = String(text.dropFirst(6))
      leaf(key?.hasPrefix("inherits") ?? false ? .inherit : .reference, builder.id(name(id), in: space(id)))
    case .string(let text) where text.hasPrefix("base://"):
      leaf(.inherit, builder.id(String(text.dropFirst(7)), in: .baseStyles))
    case .string(let text) where text.hasPrefix("?"):
      leaf(.lookup, builder.id(String(text.dropFirst()), in: .constants))
    case .string(let text) where text.hasPrefix("glyph://"):
      let parts = text.dropFirst(8).split(separator: "/")
      let glyph = builder.literal(.glyph(Glyph(name: String(parts[0]))))
      builder.begin(.glyph, operand: glyph, key: key, range: range)
      let color = String(parts[1])
      builder.leaf(.reference, operand: builder.id(name(color), in: space(color)), flags: .needsColor, range: range)
      builder.end()
    case .string(let text) where text.hasPrefix("#") && text.utf8.count == 7:
      let hex = Int(text.dropFirst(), radix: 16) ?? 0
      literal(
        .color(
          Color(red: Double(hex >> 16) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)))
    case .string(let text): literal(.string(text))
    case .number(let number): literal(.number(number))
    case .bool(let bool): literal(.bool(bool))
    case .null: literal(.null)
    }
  }

  private static func addArray(
    _ elements: [JSONValue], key: String?, _ range: ByteRange, _ builder: inout DeclarationBuilder, _ place: inout Int
  ) {
    let operations: [String: Declarations.Operation] = ["font": .font, "colorref": .colorReference, "calls": .calls]
    let named = elements.first?.string.flatMap { operations[$0] }
    let operation = named ?? .array
    builder.begin(operation, key: key, range: range)
    for (index, element) in elements.dropFirst(named == nil ? 0 : 1).enumerated() {
      add(element, key: operation == .font ? ["name", "size"][index] : nil, &builder, &place)
    }
    builder.end()
  }
}

extension ResolvedState {
  /// The selected part of constants and styles, as in a snapshot.
  func json(_ selection: Selection) -> JSONValue {
    var constants = JSONObject()
    var styles = JSONObject()
    for id in resolvedSymbols() {
      let position = selection.position(of: [id.section.rawValue, id.name])
      guard let value = value(of: id.symbol, at: position)?.json else { continue }
      switch id.section {
      case .constants: constants.members.append((id.name, value))
      case .styles: styles.members.append((id.name, value))
      }
    }
    return ["constants": .object(constants), "styles": .object(styles)]
  }
}

extension [PatchOperation] {
  /// The patch in its JSON form.
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
