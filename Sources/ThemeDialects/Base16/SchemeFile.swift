// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A scheme: its colours, and texts about it.
struct SchemeFile {
  private var reader: DeclarationReader
  /// The name of a scheme whose file has none.
  private let fileName: String
  private var slots: BytewiseDictionary<SourceTree.Member> = [:]
  private var texts: BytewiseDictionary<SourceTree.Member> = [:]
  /// The colour of `base00`; nil where it is unreadable.
  private var background: Color?

  /// Keys beside `palette`, and those at the root of a scheme in the old form. The styling guidelines show `name` and `slug`
  /// in the old form, too.
  static let newKeys = ["system", "name", "slug", "author", "description", "variant"]
  static let oldKeys = ["scheme", "name", "slug", "author", "description"]
  static let paletteKey = "palette"

  static func declarations(of tree: SourceTree, path: String) -> Declarations {
    var file = SchemeFile(DeclarationReader(tree), fileName: stem(of: path))
    file.declareAll()
    return file.reader.builder.declarations
  }

  private init(_ reader: DeclarationReader, fileName: String) {
    self.reader = reader
    self.fileName = fileName
  }

  private mutating func declareAll() {
    guard let root = reader.tree.root else { return }
    guard reader.tree.kind(of: root) == .object else { return refuse(root) }
    let members = reader.members(of: root)
    let palette = members.first { reader.tree.key(of: $0, is: "palette") }
    let isOld = palette == nil && members.contains { Self.isSlot(reader.tree.key(of: $0)) }
    guard palette != nil || isOld else { return refuse(root) }
    let keys = isOld ? Self.oldKeys : Self.newKeys
    let allowed = AllowedKeys(
      keys + (isOld ? SchemeSystem.base24.slots : [Self.paletteKey]), in: members, of: reader.tree)
    for member in members {
      let key = reader.tree.key(of: member)
      if keys.contains(key) {
        texts[key] = member
      } else if isOld, Self.isSlot(key) {
        slots[key] = member
      } else if isOld, Self.newKeys.contains(key) {
        reader.report(
          .unknownKey, "a scheme with its colours at the root has no key `\(key)`", member.key,
          help: "write the colours in `palette: { base00: \"#rrggbb\", … }`")
      } else if Self.isSlot(key) {
        reader.report(
          .unknownKey, "the slot `\(key)` is beside the palette", member.key, help: "write it in `palette`")
      } else if isOld || key != Self.paletteKey {
        refuseKey(member, allowed)
      }
    }
    if let palette { readPalette(palette) }
    declareColors(
      at: palette?.key ?? root, isPalette: palette.map { reader.tree.kind(of: $0.value) == .object } ?? true)
    declareTexts(at: root)
  }

  private static func isSlot(_ key: String) -> Bool { SchemeSystem.base24.slots.contains(key) }

  /// Whether a value is a dictionary with a slot.
  static func holdsSlots(_ value: SourceTree.Node, in tree: SourceTree) -> Bool {
    tree.kind(of: value) == .object && tree.members(of: value).contains { isSlot(tree.key(of: $0)) }
  }

  private mutating func readPalette(_ member: SourceTree.Member) {
    guard reader.tree.kind(of: member.value) == .object else {
      reader.builder.noteMisshapen()
      return reader.report(
        .shape, "the palette of a scheme is a dictionary", member.value, help: "write { base00: \"#rrggbb\" }")
    }
    let members = reader.members(of: member.value)
    let allowed = AllowedKeys(SchemeSystem.base24.slots, in: members, of: reader.tree)
    for slot in members {
      let key = reader.tree.key(of: slot)
      if Self.isSlot(key) { slots[key] = slot } else { refuseKey(slot, allowed) }
    }
  }

  // MARK: Findings

  /// Reports that the root has no palette.
  private mutating func refuse(_ root: SourceTree.Node) {
    reader.builder.noteMisshapen()
    let members = reader.tree.kind(of: root) == .object ? Array(reader.tree.members(of: root)) : []
    for member in members where Self.holdsSlots(member.value, in: reader.tree) {
      let key = reader.tree.key(of: member)
      guard nearest(to: key, among: [Self.paletteKey]) != nil else { continue }
      return reader.report(
        .shape, "the colours of a scheme are in `\(Self.paletteKey)`, not in `\(key)`", member.key,
        help: "write `\(Self.paletteKey)`", respelling: Finding.Respelling(written: key, meant: Self.paletteKey))
    }
    reader.report(
      .shape, "this is not a scheme: it has neither a `palette` nor a `base00`", root,
      help: "write { name: \"NAME\", author: \"NAME\", palette: { base00: \"#rrggbb\" } }, "
        + "or leave the file out by `exclude` in livery.json")
  }

  /// The keys that an object may have.
  private struct AllowedKeys {
    let all: [String]
    /// Those that it lacks: a misspelt key does not mean one that is there.
    let missing: [String]

    /// Costs O(members).
    init(_ all: [String], in members: [SourceTree.Member], of tree: SourceTree) {
      let written = BytewiseSet(members.map { tree.key(of: $0) })
      self.all = all
      missing = all.filter { !written.contains($0) }
    }
  }

  private mutating func refuseKey(_ member: SourceTree.Member, _ allowed: AllowedKeys) {
    let key = reader.tree.key(of: member)
    let help: String
    var respelling: Finding.Respelling?
    if let meant = allowed.all.first(where: { $0.lowercased() == key.lowercased() }) {
      let isMissing = allowed.missing.contains(meant)
      help = isMissing ? "write `\(meant)`" : "remove it, since `\(meant)` is there"
      if isMissing { respelling = Finding.Respelling(written: key, meant: meant) }
    } else {
      help =
        Suggestion.didYouMean(key, among: allowed.missing)
        ?? "remove it; the keys are: \(allowed.all.joined(separator: ", "))"
    }
    reader.report(
      .unknownKey, key.isEmpty ? "this key is empty" : "schemes have no key `\(key)`", member.key, help: help,
      respelling: respelling)
  }

  // MARK: Colours

  /// The system that the file names, else the system with the slots of the file.
  private var system: SchemeSystem {
    SchemeSystem(named: texts["system"].flatMap { text(of: $0) }) { slots[$0] != nil }
  }

  /// - Parameters:
  ///   - palette: the key of the palette; the scheme itself in the old form.
  ///   - isPalette: whether the palette can have slots. Otherwise it is reported.
  private mutating func declareColors(at palette: SourceTree.Node, isPalette: Bool) {
    let system = system
    var missing: [String] = []
    for slot in system.slots {
      guard let member = slots[slot] else {
        missing.append(slot)
        declareInvalid(slot, palette)
        continue
      }
      declare(member, slot)
    }
    for slot in SchemeSystem.base24.slots where !system.slots.contains(slot) {
      guard let member = slots[slot] else { continue }
      reader.report(
        .unknownKey, "schemes of base16 have no slot `\(slot)`", member.key,
        help: "write `system: base24`, and all of its 24 slots")
    }
    guard !missing.isEmpty, isPalette else { return }
    let names = missing.map { "`\($0)`" }.joined(separator: ", ")
    reader.report(
      .badTokenValue, missing.count == 1 ? "the slot \(names) is missing" : "the slots \(names) are missing", palette,
      help: "\(system.rawValue) has the slots base00 to \(system.slots.last ?? ""); \(SchemeColor.help)")
  }

  private mutating func declareInvalid(_ id: String, _ node: SourceTree.Node) {
    reader.builder.entry(id, in: .constants)
    reader.leaf(.invalid, node)
  }

  private mutating func declare(_ member: SourceTree.Member, _ slot: String) {
    reader.builder.entry(slot, in: .constants)
    guard let color = reader.color(member.value, slot) else { return reader.leaf(.invalid, member.value) }
    if slot == system.slots[0] { background = color }
    reader.leaf(.color(color), member.value)
  }

  // MARK: Texts

  /// The text of a scalar as it is written: a scheme may be called `1984`. Nil for an empty one.
  private func text(of member: SourceTree.Member) -> String? {
    guard reader.tree.kind(of: member.value) != .null else { return nil }
    return reader.tree.writtenText(of: member.value)
  }

  private mutating func declareTexts(at root: SourceTree.Node) {
    for (key, member) in texts.sorted(by: { Bytewise($0.0) < Bytewise($1.0) }) {
      switch reader.tree.kind(of: member.value) {
      case .string, .number, .bool, .null, .invalid: break
      case .object, .array:
        reader.report(.shape, "`\(key)` is a text", member.value, help: "write a text")
      }
    }
    let name = texts["scheme"] ?? texts["name"]
    declare("scheme-name", name, root, else: fileName)
    if let author = texts["author"], reader.tree.kind(of: author.value) != .null {
      declare("scheme-author", author, root, else: nil)
    }
    let slug = schemeSlug(of: name.flatMap { text(of: $0) } ?? fileName)
    declare("scheme-slug", texts["slug"], name?.value ?? root, else: slug)
    let variant = background.map { $0.relativeLuminance < 0.5 ? "dark" : "light" }
    declare("scheme-variant", texts["variant"], slots["base00"]?.value ?? root, else: variant)
    declareSystem(at: root)
  }

  /// Declares a text of the file. A missing text, or null, is derived from other texts.
  private mutating func declare(
    _ id: String, _ member: SourceTree.Member?, _ origin: SourceTree.Node, else other: String?
  ) {
    reader.builder.entry(id, in: .constants)
    if let member, let text = text(of: member) { return reader.leaf(.string(text), member.value) }
    guard let other else { return reader.leaf(.invalid, member?.value ?? origin) }
    reader.leaf(.string(other), origin)
  }

  private mutating func declareSystem(at root: SourceTree.Node) {
    if let member = texts["system"], let name = text(of: member), SchemeSystem(rawValue: name) == nil {
      reader.report(
        .unknownType, "\(quotedText(name)) is not a system of schemes that Livery reads", member.value,
        help: "write base16 or base24; this scheme has the slots of \(system.rawValue)")
    }
    reader.builder.entry("scheme-system", in: .constants)
    reader.leaf(.string(system.rawValue), texts["system"]?.value ?? root)
  }
}
