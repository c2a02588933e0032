// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// A theme file: ids and their values.
struct ThemeFile {
  private let tree: SourceTree
  private let suffixes: [String]
  private var builder: DeclarationBuilder
  /// The key of the id whose value is being declared.
  private var id: SourceTree.Member?
  /// From the id down to the value that is being declared, the id not counted.
  private var path: [Step] = []

  /// Keys with a meaning of their own.
  private static let words = KnownWords([
    RedbeardText.inheritsKey, RedbeardText.clearKey, "highlighted", "selected", "disabled", "focused",
  ])

  private enum Step {
    case member(SourceTree.Member)
    case element(Int)
  }

  static func declarations(of tree: SourceTree, suffixes: [String]) -> Declarations {
    var file = ThemeFile(tree: tree, suffixes: suffixes)
    file.declareAll()
    return file.builder.declarations
  }

  private init(tree: SourceTree, suffixes: [String]) {
    self.tree = tree
    self.suffixes = suffixes
    // About every other node is a key.
    builder = DeclarationBuilder(reserving: tree.nodeCount / 2 + 1)
  }

  private mutating func declareAll() {
    guard let root = tree.root else { return }
    guard tree.kind(of: root) == .object else {
      builder.report(
        Finding(
          .shape, "a theme file is an object", range: tree.range(of: root), help: "write { \"ID\": ... }"))
      builder.noteMisshapen()
      return
    }
    if tree.isDesignTokens, let first = tree.members(of: root).first(where: { _ in true }) {
      builder.report(
        Finding(
          .shape, "this is a Design Tokens file (`$value`), which Livery does not read",
          range: tree.keyRange(of: first),
          help: "write { \"ID\": VALUE }, with colours as \"#RRGGBB\""))
      builder.noteMisshapen()
      return
    }
    for member in members(of: root) {
      if tree.kind(of: member.value) == .null { continue }
      id = member
      let key = tree.key(of: member)
      if withoutSuffix(key).isEmpty {
        report(
          .unknownKey, "this id is empty, so nothing can refer to it", member.key, severity: .warning,
          help: "give it a name")
      }
      builder.entry(key, in: .shared)
      declare(
        member.value, Place(keyRange: tree.keyRange(of: member), needsColor: isColorKey(withoutSuffix(key))))
    }
  }

  /// The place of a value in its id.
  private struct Place {
    /// The key as it is written; nil for the value of an id and for elements of arrays.
    var key: String?
    var keyRange = ByteRange(0, 0)
    var needsColor = false

    /// Without `[]`, which costs a call for an option set of another module.
    var flags: Declarations.Flags { .init(rawValue: needsColor ? Declarations.Flags.needsColor.rawValue : 0) }
  }

  /// Whether a key ends in `color`, in any case.
  private func isColorKey(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { key in
      let end = key.endIndex
      // With the bit that distinguishes the cases of ASCII letters.
      return end >= 5 && key[end - 1] | 0x20 == UInt8(ascii: "r") && key[end - 2] | 0x20 == UInt8(ascii: "o")
        && key[end - 3] | 0x20 == UInt8(ascii: "l") && key[end - 4] | 0x20 == UInt8(ascii: "o")
        && key[end - 5] | 0x20 == UInt8(ascii: "c")
    }
  }

  /// The members that count. Those that are null are still among them: they are as if they were not written.
  private mutating func members(of object: SourceTree.Node) -> [SourceTree.Member] {
    var findings: [Finding] = []
    let members = tree.effectiveMembers(of: object, reporting: { findings.append($0) })
    for finding in findings { builder.report(finding) }
    return members
  }

  private func withoutSuffix(_ key: String) -> String {
    suffixes.lazy.compactMap { key.without(ending: $0) }.first ?? key
  }

  private mutating func declare(_ node: SourceTree.Node, _ place: Place) {
    switch tree.kind(of: node) {
    case .object: declareObject(node, place)
    case .array: declareArray(node, place)
    case .string: declareText(node, place)
    case .number: declareNumber(node, place)
    case .bool, .null:
      if let value = scalar(node) { leaf(value, node, place) } else { leaf(.invalid, node, place) }
    case .invalid: leaf(.invalid, node, place)
    }
  }

  private mutating func declareNumber(_ node: SourceTree.Node, _ place: Place) {
    guard let number = tree.number(of: node) else { return leaf(.invalid, node, place) }
    // An id may be named `color-depth`.
    if place.needsColor || path.isEmpty && number > 0xffff && isNameOfColor {
      report(
        .badColor, "this number is not a colour, and stays a number", node, severity: .warning,
        help: HexColor.help(for: number))
    }
    leaf(.number(number), node, place)
  }

  private func scalar(_ node: SourceTree.Node) -> Value? {
    switch tree.kind(of: node) {
    case .number: tree.number(of: node).map { .number($0) }
    case .bool: tree.bool(of: node).map { .bool($0) }
    case .null: .null
    case .object, .array, .string, .invalid: nil
    }
  }

  private mutating func declareObject(_ node: SourceTree.Node, _ place: Place) {
    builder.begin(.object, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
    for member in members(of: node) {
      if tree.kind(of: member.value) == .null { continue }
      let written = tree.key(of: member)
      let key = withoutSuffix(written)
      let inner = Place(key: written, keyRange: tree.keyRange(of: member), needsColor: isColorKey(key))
      path.append(.member(member))
      if key == RedbeardText.inheritsKey {
        declareInheritance(member.value, inner)
      } else {
        if let word = Self.words.misspelt(key) {
          report(
            .unknownKey, "`\(key)` has no meaning of its own, as `\(word)` has", member.key, severity: .warning,
            help: "did you mean `\(word)`?")
        }
        declare(member.value, inner)
      }
      path.removeLast()
    }
    builder.end()
  }

  private mutating func declareInheritance(_ node: SourceTree.Node, _ place: Place) {
    guard let target = tree.string(of: node).flatMap(RedbeardText.reference), !target.isEmpty else {
      report(.badInherits, "`inherits` takes a reference to an object", node, help: "write \"ref://ID\"")
      return leaf(.invalidInherit, node, place)
    }
    builder.leaf(
      .inherit, operand: builder.id(target, in: .shared), key: place.key, keyRange: place.keyRange,
      range: tree.range(of: node))
  }

  private mutating func declareArray(_ node: SourceTree.Node, _ place: Place) {
    if let elements = plainElements(node) {
      leaf(.array(elements), node, place)
      return
    }
    builder.begin(.array, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
    for (index, element) in tree.elements(of: node).enumerated() {
      path.append(.element(index))
      declare(element, Place())
      path.removeLast()
    }
    builder.end()
  }

  /// The elements of an array of numbers, booleans and nulls, such as insets.
  private func plainElements(_ node: SourceTree.Node) -> [Value]? {
    var values: [Value] = []
    for element in tree.elements(of: node) {
      guard let value = scalar(element) else { return nil }
      values.append(value)
    }
    return values
  }

  // MARK: Strings

  /// References and colours, which most strings are, are read from the bytes.
  private mutating func declareText(_ node: SourceTree.Node, _ place: Place) {
    guard let bytes = tree.plainText(of: node) else { return declareString(tree.string(of: node) ?? "", node, place) }
    if RedbeardText.isReference(bytes) {
      declareReference(String(decoding: bytes.dropFirst("ref://".utf8.count), as: UTF8.self), node, place)
    } else if let color = RedbeardText.color(bytes) {
      leaf(.color(color), node, place)
    } else {
      declareString(String(decoding: bytes, as: UTF8.self), node, place)
    }
  }

  private mutating func declareReference(_ target: String, _ node: SourceTree.Node, _ place: Place) {
    if target.isEmpty {
      report(.unknownReference, "this reference names no id", node, help: "write \"ref://ID\"")
      leaf(.invalid, node, place)
    } else {
      builder.leaf(
        .reference, operand: builder.id(target, in: .shared), flags: place.flags, key: place.key,
        keyRange: place.keyRange, range: tree.range(of: node))
    }
  }

  private mutating func declareString(_ text: String, _ node: SourceTree.Node, _ place: Place) {
    if let target = RedbeardText.reference(text) {
      declareReference(target, node, place)
    } else if declareGlyph(text, node, place) {
      return
    } else if let color = RedbeardText.color(Array(text.utf8)[...]) {
      leaf(.color(color), node, place)
    } else if text.hasPrefix("#"), place.needsColor {
      reportColor(text, node)
      leaf(.invalid, node, place)
    } else {
      let key = (path.isEmpty ? id.map { tree.key(of: $0) } : place.key).map(withoutSuffix)
      if let slip = TextSlip(text, key: key, isColor: place.needsColor || path.isEmpty && isNameOfColor) {
        report(slip.code, slip.message, node, severity: .warning, help: slip.help, fix: fix(slip, node))
      }
      leaf(.string(text), node, place)
    }
  }

  /// Puts what was meant in the place of a text. A program may read the text itself, so the fix is not safe.
  private func fix(_ slip: TextSlip, _ node: SourceTree.Node) -> Finding.Fix? {
    guard let replacement = slip.replacement, tree.format == .json else { return nil }
    return Finding.Fix(
      title: "Replace with `\(replacement)`", safe: false,
      edits: [.init(range: tree.range(of: node), text: replacement)])
  }

  /// Whether the id that is being declared is named like a colour: `color-accent`.
  private var isNameOfColor: Bool {
    guard let name = id.map({ tree.key(of: $0).lowercased() }) else { return false }
    return name.hasPrefix("color") || name.hasPrefix("colour") || name.hasSuffix("colour")
  }

  private mutating func reportColor(_ text: String, _ node: SourceTree.Node) {
    report(
      .badColor, "`\(text)` is not a valid colour", node, help: HexColor.help(for: text),
      respelling: .init(threeDigitColor: text))
  }

  /// Returns whether the text is a glyph, right or wrong.
  private mutating func declareGlyph(_ text: String, _ node: SourceTree.Node, _ place: Place) -> Bool {
    do throws(RedbeardText.GlyphFault) {
      guard let (glyph, color) = try RedbeardText.glyph(text) else { return false }
      guard let color else {
        leaf(.glyph(glyph), node, place)
        return true
      }
      let range = tree.range(of: node)
      builder.begin(
        .glyph, operand: builder.literal(.glyph(glyph)), key: place.key, keyRange: place.keyRange, range: range)
      builder.leaf(.reference, operand: builder.id(color, in: .shared), flags: .needsColor, range: range)
      builder.end()
    } catch {
      report(error, node)
      leaf(.invalid, node, place)
    }
    return true
  }

  private mutating func report(_ fault: RedbeardText.GlyphFault, _ node: SourceTree.Node) {
    let form = "write glyph://NAME, glyph://NAME/COLOUR or glyph://NAME/COLOUR/HEIGHT"
    switch fault {
    case .nameMissing: report(.badGlyph, "this glyph has no name", node, help: form)
    case .colorMissing: report(.badGlyph, "this glyph names no colour", node, help: form)
    case .badHeight(let height):
      report(.badGlyph, "`\(height)` is not a valid height for a glyph", node, help: "\(form), the height above 0")
    case .badColor(let color): reportColor(color, node)
    }
  }

  // MARK: Output

  private mutating func leaf(_ value: Value, _ node: SourceTree.Node, _ place: Place) {
    builder.leaf(
      .literal, operand: builder.literal(value), flags: place.flags, key: place.key,
      keyRange: place.keyRange, range: tree.range(of: node))
  }

  private mutating func leaf(_ operation: Declarations.Operation, _ node: SourceTree.Node, _ place: Place) {
    builder.leaf(operation, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: SourceTree.Node, severity: Severity? = nil, help: String,
    respelling: Finding.Respelling? = nil, fix: Finding.Fix? = nil
  ) {
    let path = path.map { step in
      switch step {
      case .member(let member): Path.escape(withoutSuffix(tree.key(of: member)))
      case .element(let index): String(index)
      }
    }
    var finding = Finding(
      code, message, severity: severity, range: tree.range(of: node), id: id.map { withoutSuffix(tree.key(of: $0)) },
      path: path.isEmpty ? nil : path.joined(separator: "/"), help: help, fix: fix)
    finding.respelling = respelling
    builder.report(finding)
  }
}
