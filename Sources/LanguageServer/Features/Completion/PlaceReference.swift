// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import TextComparison
import ThemeDialects
import ThemeModel

/// The part of a text that is typed.
struct NameQuery {
  /// In lower case.
  private let letters: [UInt8]
  /// Whether every word fits.
  private let fitsAll: Bool

  init(_ text: String) {
    letters = text.utf8.map(\.asciiLowercase)
    fitsAll = letters.isEmpty
  }

  /// - Parameter sign: the beginning of a reference, before a name. It may be typed, too, or a part of it.
  init(_ text: String, behind sign: String) {
    let typed = text.utf8.map(\.asciiLowercase)
    let common = zip(typed, sign.utf8).prefix { $0 == $1 }.map(\.0)
    let mark = common.lastIndex { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    letters = Array(typed[(mark.map { $0 + 1 } ?? 0)...])
    fitsAll = common.count == typed.count
  }

  /// Words that begin with the query come before words that have its letters somewhere.
  func rank(_ rank: Int, _ text: String) -> Int {
    2 * rank + (text.utf8.lazy.map(\.asciiLowercase).starts(with: letters) ? 0 : 1)
  }

  func fits(_ text: String) -> Bool { fitsAll || SymbolFeatures.isFuzzyMatch(letters, text) }
}

/// How the names of one kind are written at a place.
struct PlaceReference {
  /// The typed part of a name.
  let query: NameQuery
  /// What is replaced; nil for the whole content.
  let range: Range<Int>?
  private let notation: (before: String, behind: String)
  private let isPointer: Bool

  init(_ notation: (before: String, behind: String), _ references: ReferencePlace, _ place: CompletionPlace) {
    self.notation = notation
    isPointer = references.isPointer
    range = references.part.map { part in
      max(
        place.content.lowerBound, place.offset - part.before)..<min(
          place.content.upperBound, place.offset + part.behind)
    }
    let typed = String(Substring(place.typed.utf8.suffix(references.part?.before ?? .max)))
    query = NameQuery(
      isPointer ? Self.name(ofPointer: typed) : typed,
      behind: isPointer ? Self.name(ofPointer: notation.before) : notation.before)
  }

  private static func name(ofPointer text: String) -> String {
    text.segments(at: UInt8(ascii: "/")).joined(separator: ".")
  }

  func text(of name: String) -> String {
    guard isPointer else { return notation.before + name + notation.behind }
    // Names of tokens have no full stop.
    let segments = name.segments(at: UInt8(ascii: "."))
    let pointer = segments.map { uriReference(JSONPointer.escaped($0)) }.joined(separator: "/")
    return notation.before + pointer + notation.behind
  }
}
