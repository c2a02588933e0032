// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// LV3001: texts with low contrast to the background of the same style, in each state. Each style is checked alone; what styles
/// share is reported with the first of them by name, and by one check of several.
func contrastChecks(_ members: KnownMembers, _ vocabulary: DesignVocabulary) -> [DesignRules.Check] {
  members.styles(where: \.hasLowContrast).inOrderOfNames.parts(of: stylesInCheck).map { styles in
    { theme, report in
      var rule = ContrastRule(vocabulary)
      for style in styles {
        guard let value = theme.value(of: style) else { continue }
        rule.look(at: value, style.path) { if $0.isLow { report($0.finding) } }
      }
    }
  }
}

/// Whether a text of a style has low contrast.
func isContrastLow(inStyle style: Value, _ vocabulary: DesignVocabulary) -> Bool {
  var rule = ContrastRule(vocabulary)
  var isLow = false
  rule.look(at: style, []) { isLow = isLow || $0.isLow }
  return isLow
}

/// The texts of a style on their backgrounds, in each state but those of inactive elements. Of objects that the style refers to
/// several times, those of the first reference.
package func contrastPairs(in style: Value.Member, _ vocabulary: DesignVocabulary) -> [PlacedContrast] {
  var rule = ContrastRule(vocabulary)
  var pairs: [PlacedContrast] = []
  rule.look(at: style.value, ["styles", style.key]) { pairs.append($0) }
  return pairs
}

/// A text on a background, with the places of both in a theme.
package struct PlacedContrast: Sendable {
  package struct PlacedColor: Sendable {
    package let color: Color
    /// The keys that lead to its object, from `styles` down.
    fileprivate let objectPath: [String]
    fileprivate let key: String

    /// The keys that lead to it, from `styles` down.
    package var path: [String] { objectPath + [key] }
  }

  package let text: PlacedColor
  package let background: PlacedColor
  /// From 1 to 21.
  package let ratio: Double
  /// What WCAG 2 asks for.
  package let needed: Double

  fileprivate var isLow: Bool { ratio < needed }

  fileprivate var finding: DesignFinding {
    let isAtText = text.objectPath.count >= background.objectPath.count
    let (place, other) = isAtText ? (text, background) : (background, text)
    return DesignFinding(
      code: .contrast,
      message: "`\(text.key)` \(text.color.text) has a contrast of \(rounded(ratio)):1 on "
        + "`\(background.key)` \(background.color.text), and at least \(rounded(needed)):1 is needed",
      path: place.path,
      related: [.init(message: isAtText ? "the background" : "the text", path: other.path)],
      help: "make the darker one darker or the lighter one lighter")
  }
}

/// Looks at values one after the other. An object that values share is looked at once: as a state, once for each look of the normal
/// state.
struct ContrastRule {
  typealias Report = (PlacedContrast) -> Void

  /// A colour in a numbered object.
  private struct Placed: Hashable {
    /// The property that it sets: its key without the prefix of a state. Not compared: where appearances are compared, it is the key.
    let name: String
    let color: PlacedContrast.PlacedColor
    let object: Int

    static func == (left: Self, right: Self) -> Bool {
      left.object == right.object && Bytewise(left.color.key) == Bytewise(right.color.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(object)
      hasher.combine(Bytewise(color.key))
    }
  }

  /// The values of an object, completed by those of the normal state.
  private struct Appearance: Hashable {
    /// Sorted by name, one for each name: at most those of the vocabulary.
    var texts: [Placed] = []
    var background: Placed?
    var hasLargeText = false

    mutating func set(_ text: Placed) {
      texts.removeAll { Bytewise($0.name) == Bytewise(text.name) }
      texts.insert(text, at: texts.firstIndex { Bytewise(text.name) < Bytewise($0.name) } ?? texts.count)
    }
  }

  /// An object as it was looked at.
  private struct Look: Hashable {
    let object: Int
    let normal: Appearance?
    let isInactive: Bool
  }

  /// An object, and the keys that lead to it.
  private struct Place {
    let object: Int
    let members: [Value.Member]
    let path: [String]

    func placed(_ color: Color, _ key: String, as name: String) -> Placed {
      Placed(name: name, color: .init(color: color, objectPath: path, key: key), object: object)
    }
  }

  private let vocabulary: DesignVocabulary
  private var objects = ObjectNumbers()
  private var looks: Set<Look> = []

  init(_ vocabulary: DesignVocabulary) { self.vocabulary = vocabulary }

  /// The number of objects that were looked at, for tests.
  var objectsLookedAt: Int { looks.count }

  /// Reports the pairs in a value that were not reported before.
  mutating func look(at value: Value, _ path: [String], _ report: Report) {
    look(at: value, path, under: nil, isInactive: false, report)
  }

  /// - Parameter normal: the default values for the object; nil for an object that is not a state.
  private mutating func look(
    at value: Value, _ path: [String], under normal: Appearance?, isInactive: Bool, _ report: Report
  ) {
    guard case .object(let members) = value else { return }
    let place = Place(object: objects.number(of: members), members: members, path: path)
    guard looks.insert(Look(object: place.object, normal: normal, isInactive: isInactive)).inserted else { return }
    var own = normal ?? Appearance()
    var setsColors = false
    for member in members {
      guard let color = member.value.srgbColor else { continue }
      if vocabulary.texts.contains(member.key) {
        own.set(place.placed(color, member.key, as: member.key))
        setsColors = true
      } else if vocabulary.backgrounds.contains(member.key) {
        own.background = place.placed(color, member.key, as: member.key)
        setsColors = true
      }
    }
    if let font = vocabulary.fonts.lazy.compactMap({ value.font(at: $0) }).first { own.hasLargeText = font.isLarge }
    if setsColors, !isInactive { addPairs(own, report) }
    lookAtMembers(of: place, own, isInactive: isInactive, report)
  }

  private mutating func lookAtMembers(of place: Place, _ own: Appearance, isInactive: Bool, _ report: Report) {
    for member in place.members {
      guard case .object = member.value else { continue }
      let path = place.path + [member.key]
      if case .objects(let names) = vocabulary.states, names.contains(member.key) {
        let isInactive = isInactive || member.key == DesignVocabulary.inactive
        look(at: member.value, path, under: own, isInactive: isInactive, report)
      } else {
        look(at: member.value, path, under: nil, isInactive: false, report)
      }
    }
    switch vocabulary.states {
    case .none, .objects: break
    case .prefixes(let names):
      for name in names where name != DesignVocabulary.inactive { lookAtPrefix("\(name):", place, own, report) }
    case .calls: lookAtCalls(place, own, report)
    }
  }

  /// `selected:titleColor` lies over `titleColor`.
  private func lookAtPrefix(_ prefix: String, _ place: Place, _ own: Appearance, _ report: Report) {
    var state = own
    var setsColors = false
    for member in place.members where member.key.hasPrefix(prefix) {
      guard let color = member.value.srgbColor else { continue }
      let name = String(member.key.dropFirst(prefix.count))
      let placed = place.placed(color, member.key, as: name)
      if vocabulary.texts.contains(name) {
        state.set(placed)
      } else if vocabulary.backgrounds.contains(name) {
        state.background = placed
      } else {
        continue
      }
      setsColors = true
    }
    if setsColors { addPairs(state, report) }
  }

  /// `titleColor:forState` is called with a colour and the bits of a state.
  private func lookAtCalls(_ place: Place, _ own: Appearance, _ report: Report) {
    for member in place.members where vocabulary.texts.contains(member.key) {
      guard case .calls(let calls) = member.value else { continue }
      for call in calls {
        guard let color = call.first?.srgbColor else { continue }
        if case .number(let state)? = call.last,
          Int(exactly: state).map({ $0 & DesignVocabulary.inactiveBit != 0 }) == true
        {
          continue
        }
        var appearance = own
        appearance.texts = [place.placed(color, member.key, as: member.key)]
        addPairs(appearance, report)
      }
    }
  }

  private func addPairs(_ appearance: Appearance, _ report: Report) {
    guard let background = appearance.background?.color, background.color.alpha > 0 else { return }
    for text in appearance.texts where text.color.color.alpha > 0 {
      report(
        PlacedContrast(
          text: text.color, background: background,
          ratio: contrastRatio(of: text.color.color, on: background.color),
          needed: appearance.hasLargeText ? 3.0 : 4.5))
    }
  }
}

extension Font {
  /// Large text by WCAG 2: from 18 points, or from 14 where it is bold.
  fileprivate var isLarge: Bool {
    guard let size, size >= 14 else { return false }
    if size >= 18 || system == .bold { return true }
    let name = (name ?? "").lowercased()
    return ["bold", "heavy", "black"].contains { name.holds($0) }
  }
}

extension Value {
  fileprivate func font(at path: [String]) -> Font? {
    var value: Value? = self
    for key in path {
      guard case .object(let members)? = value else { return nil }
      value = members.last { $0.key == key }?.value
    }
    guard case .font(let font)? = value else { return nil }
    return font
  }
}

extension Color {
  fileprivate var text: String { alpha < 1 ? "\(hex) at \(rounded(alpha))" : hex }
}

/// At most two digits, cut off: 4.499 is not 4.5.
private func rounded(_ number: Double) -> String {
  let text = "\(Double(Int(number * 100)) / 100)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
