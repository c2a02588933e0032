// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// A theme file: ids and their values.
struct RedbeardFile {
  private var reader: DeclarationReader

  /// Keys with a meaning of their own. `theme` is not among them: `themes` and `theme2` may be a program's own.
  private static let words = KnownWords([RedbeardText.inheritsKey, RedbeardText.clearKey] + RedbeardText.states)

  private static let clearKeyLength = RedbeardText.clearKey.utf8.count

  static func declarations(of tree: SourceTree, suffixes: KeySuffixes) -> Declarations {
    // About half of the nodes are keys.
    var file = RedbeardFile(
      reader: DeclarationReader(tree, suffixes: suffixes, reserving: tree.nodeCount / 2 + 1))
    file.declareAll()
    return file.reader.builder.declarations
  }

  private mutating func declareAll() {
    guard let root = reader.tree.root else { return }
    guard reader.tree.kind(of: root) == .object else {
      reader.builder.report(
        Finding(
          .shape, "a theme file must be an object", range: reader.tree.range(of: root), help: "write { \"ID\": ... }"))
      reader.builder.noteMisshapen()
      return
    }
    if reader.tree.isDesignTokens, let first = reader.tree.members(of: root).first(where: { _ in true }) {
      reader.builder.report(
        Finding(
          .shape, "this is a file of design tokens (`$value`), and no theme file of Redbeard",
          range: reader.tree.keyRange(of: first),
          help:
            "write { \"ID\": VALUE }, with colours as \"#RRGGBB\"; or write { \"dialect\": \"tokens\" } in livery.json to have the bundle read as design tokens"
        ))
      reader.builder.noteMisshapen()
      return
    }
    for member in reader.members(of: root) {
      if reader.tree.kind(of: member.value) == .null { continue }
      reader.id = .member(member)
      let key = key(of: member)
      if key.ends.count == 0 {
        reader.report(
          .unknownKey, "this id is empty, so nothing can refer to it", member.key, severity: .warning,
          help: "give it a name")
      }
      reportSuffix(key, member)
      reader.builder.entry(key.written, in: .shared)
      declare(member.value, placeOfValue(nil, member, key))
    }
  }

  private typealias Place = DeclarationReader.Place

  /// A key or an id.
  private struct Key {
    let written: String
    /// Without the device suffix.
    let name: String
    /// Those of the name.
    let ends: KeyEnds
    /// Whether it may end in a device suffix, in any case.
    let mayHaveSuffix: Bool
    /// Whether it may end in a device suffix of another form.
    let mayHaveOtherSuffix: Bool
  }

  private func key(of member: SourceTree.Member) -> Key {
    let written = reader.tree.key(of: member)
    let ends = KeyEnds(written)
    let mayHaveSuffix = reader.suffixes.lastBytes.contains(ends.last)
    let name = mayHaveSuffix ? reader.suffixes.without(written) : written
    return Key(
      written: written, name: name, ends: mayHaveSuffix ? KeyEnds(name) : ends, mayHaveSuffix: mayHaveSuffix,
      mayHaveOtherSuffix: ends.areOfDevice)
  }

  private func placeOfValue(_ written: String?, _ member: SourceTree.Member, _ key: Key) -> Place {
    var place = Place(key: written, keyRange: reader.tree.keyRange(of: member))
    if key.ends.areOfColor { place.flags = .needsColor }
    return place
  }

  private mutating func declare(_ node: SourceTree.Node, _ place: Place) {
    switch reader.tree.kind(of: node) {
    case .object: declareObject(node, place)
    case .array: declareArray(node, place)
    case .string: declareText(node, place)
    case .number: declareNumber(node, place)
    case .bool, .null:
      if let value = reader.scalar(node) { reader.leaf(value, node, place) } else { reader.leaf(.invalid, node, place) }
    case .invalid: reader.leaf(.invalid, node, place)
    }
  }

  private mutating func declareNumber(_ node: SourceTree.Node, _ place: Place) {
    guard let number = reader.tree.number(of: node) else { return reader.leaf(.invalid, node, place) }
    // An id may be named `color-depth`.
    if place.flags.contains(.needsColor) || reader.path.isEmpty && number > 0xffff && isNameOfColor {
      reader.report(
        .badColor, "this number is not a valid colour, so it stays a number", node, severity: .warning,
        help: RedbeardColorHelp.help(for: number))
    }
    reader.leaf(.number(number), node, place)
  }

  private mutating func declareObject(_ node: SourceTree.Node, _ place: Place) {
    reader.builder.begin(.object, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
    let members = reader.members(of: node)
    if place.flags.contains(.needsColor) { reportComponents(members, node) }
    if members.count == 2 || members.count == 3 { reportFontSlips(members) }
    for member in members {
      if reader.tree.kind(of: member.value) == .null { continue }
      let key = key(of: member)
      let inner = placeOfValue(key.written, member, key)
      reader.path.append(.member(member))
      if key.name == RedbeardText.inheritsKey {
        declareInheritance(member.value, inner)
      } else {
        if let word = Self.words.misspelt(key.name, key.ends) {
          reader.report(
            .unknownKey, "`\(key.name)` has no special meaning, unlike `\(word)`", member.key, severity: .warning,
            help: "did you mean `\(word)`?")
        } else {
          reportSuffix(key, member)
        }
        if key.ends.count == Self.clearKeyLength, key.name == RedbeardText.clearKey { checkFlag(member.value) }
        declare(member.value, inner)
      }
      reader.path.removeLast()
    }
    reader.builder.end()
  }

  /// Reports the components of a colour in an object of their own.
  private mutating func reportComponents(_ members: [SourceTree.Member], _ node: SourceTree.Node) {
    guard ColorSlip.areComponents(members.map { reader.tree.key(of: $0) }) else { return }
    reader.report(
      .badColor, "this object is not a valid colour, so it stays an object", node, severity: .warning,
      help: RedbeardColorHelp.help)
  }

  /// Reports misspelt keys of a font. Few objects have only keys as short as those of a font.
  private mutating func reportFontSlips(_ members: [SourceTree.Member]) {
    let quotes = 2
    for member in members where reader.tree.format == .json {
      let range = reader.tree.keyRange(of: member)
      if Int(range.end - range.start) > FontSlip.longestKey + quotes { return }
    }
    let members = members.filter { reader.tree.kind(of: $0.value) != .null }
    guard members.allSatisfy({ [.string, .number].contains(reader.tree.kind(of: $0.value)) }) else { return }
    let written = members.map { reader.tree.key(of: $0) }
    guard let meant = FontSlip.meant(by: written) else { return }
    for (member, (key, meant)) in zip(members, zip(written, meant)) {
      guard let meant else { continue }
      reader.path.append(.member(member))
      reader.report(
        .unknownKey, "`\(key)` is not a key of a font, so the object is not a font", member.key, severity: .warning,
        help: "did you mean `\(meant)`?")
      reader.path.removeLast()
    }
  }

  /// Reports a flag that is not a boolean: only `true` clears. A reference may lead to a boolean.
  private mutating func checkFlag(_ node: SourceTree.Node) {
    switch reader.tree.kind(of: node) {
    case .bool, .null, .invalid: return
    case .string:
      let text = reader.tree.string(of: node) ?? ""
      if RedbeardText.reference(text) != nil { return }
      // `declareText` reports these.
      if TextSlip(text, key: RedbeardText.clearKey, isColor: false) != nil { return }
    case .object, .array, .number: break
    }
    reader.report(
      .typeMismatch, "`\(RedbeardText.clearKey)` clears only with the value true, and this is \(reader.words(node))",
      node,
      severity: .warning, help: "write true, or remove the key")
  }

  /// Reports a device suffix in the wrong case or in another form: the key is then one of its own, on every device.
  private mutating func reportSuffix(_ key: Key, _ member: SourceTree.Member) {
    if key.mayHaveSuffix, let right = reader.suffixes.corrected(key.written) {
      reader.report(
        .unknownKey, "`\(key.written)` ends in no device suffix, since their case counts", member.key,
        severity: .warning, help: "did you mean `\(right)`?")
    } else if key.mayHaveOtherSuffix, let slip = reader.suffixes.slip(in: key.written) {
      reader.report(
        .unknownKey, "`\(slip.suffix)` is not a device suffix of this bundle", member.key, severity: .warning,
        help: slip.meant.map { "did you mean `\($0)`?" } ?? "add `\(slip.suffix)` to `suffixes` in livery.json")
    }
  }

  private mutating func declareInheritance(_ node: SourceTree.Node, _ place: Place) {
    guard let target = reader.tree.string(of: node).flatMap(RedbeardText.reference), !target.isEmpty else {
      reader.report(.badInherits, "`inherits` needs a reference to an object", node, help: "write \"ref://ID\"")
      return reader.leaf(.invalidInherit, node, place)
    }
    reader.builder.leaf(
      .inherit, operand: reader.builder.id(target, in: .shared), key: place.key, keyRange: place.keyRange,
      range: reader.tree.range(of: node))
  }

  private mutating func declareArray(_ node: SourceTree.Node, _ place: Place) {
    if let elements = plainElements(node) {
      if place.flags.contains(.needsColor), let help = ColorSlip.help(for: elements) {
        reader.report(
          .badColor, "this array is not a valid colour, so it stays an array", node, severity: .warning, help: help)
      }
      reader.leaf(.array(elements), node, place)
      return
    }
    reader.builder.begin(.array, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
    for (index, element) in reader.tree.elements(of: node).enumerated() {
      reader.path.append(.element(index))
      declare(element, Place())
      reader.path.removeLast()
    }
    reader.builder.end()
  }

  /// The elements of an array of numbers, booleans and nulls, such as insets.
  private func plainElements(_ node: SourceTree.Node) -> [Value]? {
    var values: [Value] = []
    for element in reader.tree.elements(of: node) {
      guard let value = reader.scalar(element) else { return nil }
      values.append(value)
    }
    return values
  }

  // MARK: Strings

  /// References and colours, which most strings are, are read from the bytes.
  private mutating func declareText(_ node: SourceTree.Node, _ place: Place) {
    let bytes = reader.tree.textBytes(of: node)
    if RedbeardText.isReference(bytes) {
      declareReference(String(decoding: bytes.dropFirst("ref://".utf8.count), as: UTF8.self), node, place)
    } else if let color = RedbeardText.color(bytes) {
      reader.leaf(.color(color), node, place)
    } else {
      declareOtherText(String(decoding: bytes, as: UTF8.self), node, place)
    }
  }

  private mutating func declareReference(_ target: String, _ node: SourceTree.Node, _ place: Place) {
    if target.isEmpty {
      reader.report(.unknownReference, "this reference names no id", node, help: "write \"ref://ID\"")
      reader.leaf(.invalid, node, place)
    } else {
      reader.builder.leaf(
        .reference, operand: reader.builder.id(target, in: .shared), flags: place.flags, key: place.key,
        keyRange: place.keyRange, range: reader.tree.range(of: node))
    }
  }

  /// A text that is neither a reference nor a colour.
  private mutating func declareOtherText(_ text: String, _ node: SourceTree.Node, _ place: Place) {
    if declareGlyph(text, node, place) {
      return
    } else if text.hasPrefix("#"), place.flags.contains(.needsColor) {
      reportColor(text, node)
      reader.leaf(.invalid, node, place)
    } else {
      let key = (reader.path.isEmpty ? idName : place.key).map { reader.suffixes.without($0) }
      if let slip = TextSlip(
        text, key: key, isColor: place.flags.contains(.needsColor) || reader.path.isEmpty && isNameOfColor)
      {
        var finding = reader.finding(slip.code, slip.message, node, severity: .warning, help: slip.help)
        finding.fix = fix(slip, node)
        reader.builder.report(finding)
        if slip.code == .looksLikeConstant { return reader.leaf(.string(text), node, place.with(.isFaulty)) }
      }
      reader.leaf(.string(text), node, place)
    }
  }

  /// Replaces a text by the value that was probably meant. A program may need the text, so that the fix is not safe.
  private func fix(_ slip: TextSlip, _ node: SourceTree.Node) -> Finding.Fix? {
    guard let replacement = slip.replacement, reader.tree.format == .json else { return nil }
    return Finding.Fix(
      title: "Replace with `\(replacement)`", safe: false,
      edits: [.init(range: reader.tree.range(of: node), text: replacement)])
  }

  private var idName: String? {
    guard case .member(let member)? = reader.id else { return nil }
    return reader.tree.key(of: member)
  }

  /// Whether the present id is named like a colour: `color-accent`.
  private var isNameOfColor: Bool {
    guard let name = idName?.lowercased() else { return false }
    return name.hasPrefix("color") || name.hasPrefix("colour") || name.hasSuffix("colour")
  }

  private mutating func reportColor(_ text: String, _ node: SourceTree.Node) {
    reader.report(
      .badColor, "`\(text)` is not a valid colour", node, help: RedbeardColorHelp.help(for: text),
      respelling: .init(threeDigitColor: text))
  }

  /// Returns whether the text is a glyph, right or wrong.
  private mutating func declareGlyph(_ text: String, _ node: SourceTree.Node, _ place: Place) -> Bool {
    do throws(RedbeardText.GlyphFault) {
      guard let (glyph, color) = try RedbeardText.glyph(text) else { return false }
      guard let color else {
        reader.leaf(.glyph(glyph), node, place)
        return true
      }
      let range = reader.tree.range(of: node)
      reader.builder.begin(
        .glyph, operand: reader.builder.literal(.glyph(glyph)), key: place.key, keyRange: place.keyRange, range: range)
      reader.builder.leaf(.reference, operand: reader.builder.id(color, in: .shared), flags: .needsColor, range: range)
      reader.builder.end()
    } catch {
      report(error, node)
      reader.leaf(.invalid, node, place)
    }
    return true
  }

  private mutating func report(_ fault: RedbeardText.GlyphFault, _ node: SourceTree.Node) {
    let form = "write glyph://NAME, glyph://NAME/COLOUR or glyph://NAME/COLOUR/HEIGHT"
    switch fault {
    case .nameMissing: reader.report(.badGlyph, "this glyph has no name", node, help: form)
    case .badHeight(""): reader.report(.badGlyph, "the height of this glyph is empty", node, help: form)
    case .colorMissing: reader.report(.badGlyph, "this glyph has no colour", node, help: form)
    case .badHeight(let height):
      reader.report(
        .badGlyph, "`\(height)` is not a valid height for a glyph", node, help: "\(form), with a height above 0")
    case .badColor(let color): reportColor(color, node)
    }
  }
}
