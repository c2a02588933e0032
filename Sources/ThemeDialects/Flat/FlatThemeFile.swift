// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A theme: names and their values, and the fonts that names and sizes make together.
struct FlatThemeFile {
  private let tree: SourceTree
  private var builder = DeclarationBuilder()
  private var members: BytewiseDictionary<SourceTree.Member> = [:]
  /// In file order.
  private var fonts: [FontPair] = []
  private var fontPlaces: BytewiseDictionary<Int> = [:]

  /// `primaryFontName` and `primaryFontSize`, which are the font `primaryFont`; at least one of them.
  private struct FontPair {
    static let nameSuffix = "Name"
    static let sizeSuffix = "Size"

    var id: String
    var name: SourceTree.Member?
    var size: SourceTree.Member?

    var nameKey: String { id + Self.nameSuffix }
    var sizeKey: String { id + Self.sizeSuffix }
  }

  static func declarations(of tree: SourceTree) -> Declarations {
    var file = FlatThemeFile(tree: tree)
    file.declareAll()
    return file.builder.declarations
  }

  private init(tree: SourceTree) { self.tree = tree }

  private mutating func declareAll() {
    guard let root = tree.root else { return }
    guard tree.kind(of: root) == .object else {
      builder.report(
        Finding(
          .shape, "a flat theme is a dictionary", range: place(of: root),
          help: "write a dictionary of texts, numbers and booleans"))
      builder.noteMisshapen()
      return
    }
    let all = tree.effectiveMembers(of: root, reporting: { builder.report($0) })
    for member in all { members[tree.key(of: member)] = member }
    for member in all { declare(member) }
    for font in fonts { declare(font) }
  }

  private mutating func declare(_ member: SourceTree.Member) {
    let key = tree.key(of: member)
    builder.entry(key, in: .constants)
    switch tree.kind(of: member.value) {
    case .string: declare(tree.string(of: member.value) ?? "", member, key)
    case .number:
      guard let number = tree.number(of: member.value) else { return leaf(.invalid, member) }
      leaf(.number(number), member)
      note(member, key, FontPair.sizeSuffix, as: \.size)
    case .bool:
      leaf(.bool(tree.bool(of: member.value) ?? false), member)
    case .null: leaf(.null, member)
    case .object, .array:
      report(
        .shape, "a flat theme has no dictionaries and arrays in it", key, at: member.value,
        help: "give each value a key of its own")
      leaf(.invalid, member)
    case .invalid: leaf(.invalid, member)
    }
  }

  private mutating func declare(_ text: String, _ member: SourceTree.Member, _ key: String) {
    if let color = FlatColor(text) {
      guard let excess = color.excess else { return leaf(.color(color.color), member) }
      report(
        .outOfRange, "`\(text)` is not a valid colour: \(excess) is out of range", key, at: member.value,
        help: FlatColor.help)
      leaf(.invalid, member)
    } else if isImage(key) {
      leaf(.image(text), member)
    } else {
      leaf(.string(text), member)
      note(member, key, FontPair.nameSuffix, as: \.name)
    }
  }

  private func isImage(_ key: String) -> Bool { key.lowercased().holds("image") }

  // MARK: Fonts

  /// Takes a member for half of a font when its key says so.
  private mutating func note(
    _ member: SourceTree.Member, _ key: String, _ suffix: String, as half: WritableKeyPath<FontPair, SourceTree.Member?>
  ) {
    guard key.hasSuffix(suffix), key.utf8.count > suffix.utf8.count, !isImage(key) else { return }
    let id = String(key.dropLast(suffix.count))
    let place = fontPlaces[id] ?? fonts.count
    if place == fonts.count {
      fonts.append(FontPair(id: id))
      fontPlaces[id] = place
    }
    fonts[place][keyPath: half] = member
  }

  /// Declares a font of its two halves. A half that the file lacks may be in a second file: the resolver pairs them.
  private mutating func declare(_ font: FontPair) {
    guard let half = font.name ?? font.size else { return }
    if let own = members[font.id] {
      return report(
        .fontPair, "`\(font.id)` has a value of its own, so that `\(tree.key(of: half))` makes no font of that name",
        font.id, at: own.key, help: "call one of them otherwise")
    }
    if font.name == nil, let other = members[font.nameKey] {
      return declareUnusable(font.id, other, beside: tree.key(of: half), needed: "text")
    }
    if font.size == nil, let other = members[font.sizeKey] {
      return declareUnusable(font.id, other, beside: tree.key(of: half), needed: "number")
    }
    builder.entry(font.id, in: .constants)
    builder.begin(.font, range: tree.range(of: half.value))
    refer(to: font.nameKey, as: "name", at: font.name ?? half)
    refer(to: font.sizeKey, as: "size", at: font.size ?? half)
    builder.end()
  }

  private mutating func refer(to id: String, as part: String, at member: SourceTree.Member) {
    builder.leaf(
      .reference, operand: builder.id(id, in: .constants), flags: .isHalf, key: part,
      range: tree.range(of: member.value))
  }

  /// Declares a font of which one half cannot be used, and says so unless that half was reported for what it is.
  private mutating func declareUnusable(
    _ font: String, _ member: SourceTree.Member, beside half: String, needed: String
  ) {
    let isReported =
      switch tree.kind(of: member.value) {
      case .object, .array, .invalid: true
      case .string, .number, .bool, .null: false
      }
    builder.entry(font, in: .constants)
    builder.leaf(.invalid, flags: isReported ? [] : .isHalf, range: tree.range(of: member.value))
    guard !isReported else { return }
    let key = tree.key(of: member)
    report(
      .fontPair, "`\(half)` makes a font with a \(needed), and `\(key)` is none", key, at: member.value,
      help: "give `\(key)` a \(needed)")
  }

  // MARK: Output

  private mutating func leaf(_ value: Value, _ member: SourceTree.Member) {
    builder.leaf(.literal, operand: builder.literal(value), range: tree.range(of: member.value))
  }

  private mutating func leaf(_ operation: Declarations.Operation, _ member: SourceTree.Member) {
    builder.leaf(operation, range: tree.range(of: member.value))
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ id: String, at node: SourceTree.Node, help: String
  ) {
    builder.report(Finding(code, message, range: place(of: node), id: id, help: help))
  }

  /// Nil in a file that is not a text.
  private func place(of node: SourceTree.Node) -> ByteRange? { tree.hasPlaces ? tree.range(of: node) : nil }
}
