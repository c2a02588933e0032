// SPDX-License-Identifier: MIT

/// The grammar of Redbeard's values: theme files and the dictionaries that programs push are read by the same rules.
package enum RedbeardText {
  package static let inheritsKey = "inherits"
  /// The key that names the base style of a style, a part or a change.
  package static let themeKey = "theme"
  /// True drops all layers before.
  package static let clearKey = "clearPreviousThemingValues"
  /// A number under `KEYAlpha` multiplies the alpha of the colour under `KEY`.
  package static let alphaSuffix = "Alpha"

  /// The usual states of an element. An object under such a key has the properties of this state.
  package static let states = ["highlighted", "selected", "disabled", "focused"]

  // MARK: References

  package static let referencePrefix = "ref://"

  /// Whether a text in UTF-8 is a reference: `ref://ID`.
  package static func isReference(_ text: ArraySlice<UInt8>) -> Bool { text.hasPrefix("ref://") }

  /// The id in `ref://ID`; nil for any other text.
  package static func reference(_ text: String) -> String? {
    text.hasPrefix(referencePrefix) ? String(text.dropFirst(referencePrefix.count)) : nil
  }

  // MARK: Colours

  /// The colour of a text in UTF-8, `#` or `0x` and 6 or 8 hexadecimal digits, the alpha last; nil for any other text.
  package static func color(_ text: ArraySlice<UInt8>) -> Color? {
    let digits: ArraySlice<UInt8>
    if text.first == UInt8(ascii: "#") {
      digits = text.dropFirst()
    } else if text.hasPrefix("0x") {
      digits = text.dropFirst(2)
    } else {
      return nil
    }
    return digits.count == 6 || digits.count == 8 ? Color(hexadecimal: digits) : nil
  }

  // MARK: Glyphs

  package static let glyphPrefix = "glyph://"

  /// The reason why a text with the prefix `glyph://` is not a glyph.
  package enum GlyphFault: Error, Hashable {
    case nameMissing, colorMissing
    /// Not a number above 0.
    case badHeight(String)
    /// Begins with `#`, and is not a colour.
    case badColor(String)
  }

  /// The glyph in `glyph://NAME[/COLOUR[/HEIGHT]]`, and the id of its colour if it is not written as `#hex`; nil for any other
  /// text. The first part is the name and the last of three or more the height: an id may hold slashes.
  package static func glyph(_ text: String) throws(GlyphFault) -> (glyph: Glyph, colorID: String?)? {
    guard text.hasPrefix(glyphPrefix) else { return nil }
    let parts = text.dropFirst(glyphPrefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard !parts[0].isEmpty else { throw .nameMissing }
    var glyph = Glyph(name: String(parts[0]))
    var colorParts = parts.dropFirst()
    if parts.count >= 3 {
      let last = colorParts.removeLast()
      guard let height = Double(last), height.isFinite, height > 0 else { throw .badHeight(String(last)) }
      glyph.height = height
    }
    if colorParts.isEmpty { return (glyph, nil) }
    let color = colorParts.joined(separator: "/")
    if color.isEmpty { throw .colorMissing }
    guard color.hasPrefix("#") else { return (glyph, color) }
    guard let value = Self.color(Array(color.utf8)[...]) else { throw .badColor(color) }
    glyph.color = value
    return (glyph, nil)
  }

  // MARK: Fonts

  private typealias FontKey = Declarations.FontKey

  /// Whether an object with these keys is a font.
  package static func isFont(_ keys: [String]) -> Bool {
    keys.contains { $0 == FontKey.name || $0 == FontKey.textStyle }
      && keys.allSatisfy { $0 == FontKey.name || $0 == FontKey.textStyle || $0 == FontKey.size }
  }

  /// The font of an object whose keys say that it is one; nil when a part has the wrong type or the size is not above 0.
  package static func font(_ members: [Value.Member]) -> Font? {
    var font = Font()
    for member in members {
      switch (member.key, member.value) {
      case (FontKey.name, .string(let name)): font.name = name
      case (FontKey.textStyle, .string(let style)): font.textStyle = style
      case (FontKey.size, .number(let size)) where size > 0: font.size = size
      default: return nil
      }
    }
    return font
  }
}
