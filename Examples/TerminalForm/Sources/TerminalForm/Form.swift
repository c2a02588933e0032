// SPDX-License-Identifier: MIT

/// What the user has filled in, and where the focus is. Knows nothing of looks.
struct Form {
  struct Field {
    /// In the theme's words where it has some.
    var label: String
    var placeholder: String
    var text = ""
  }

  /// What has the focus.
  enum Focus: Equatable {
    case field(Int)
    case save
    case cancel
  }

  enum Consequence {
    case stay
    case leave
    /// The user wants another language; nil is the theme's own.
    case speak(String?)
  }

  var fields = [
    Field(label: "Where did you see it?", placeholder: "Skagen, by the lighthouse"),
    Field(label: "What did it look like?", placeholder: "Green arcs, slowly moving"),
  ]
  var focus = Focus.field(0)
  /// Which buttons were pressed last, in words.
  var message = ""
  /// Set when Save was pressed while something was missing.
  var showsMissing = false
  private var languages: [String?] = ["fr_fr", "en_gb", nil]

  /// Whether all is filled in.
  var isComplete: Bool { fields.allSatisfy { !$0.text.isEmpty } }

  func isInvalid(_ field: Int) -> Bool { showsMissing && fields[field].text.isEmpty }

  mutating func take(_ key: Key) -> Consequence {
    message = ""
    switch key {
    case .escape, .interrupt: return .leave
    case .tab, .down: focus = next(by: 1)
    case .backTab, .up: focus = next(by: -1)
    case .language:
      let language = languages.removeFirst()
      languages.append(language)
      return .speak(language)
    case .backspace:
      if case .field(let index) = focus, !fields[index].text.isEmpty { fields[index].text.removeLast() }
    case .character(let character):
      if case .field(let index) = focus {
        fields[index].text.append(character)
      } else if character == " " {
        return press()
      }
    case .enter: return press()
    }
    return .stay
  }

  private mutating func press() -> Consequence {
    switch focus {
    case .field: focus = next(by: 1)
    case .cancel: return .leave
    case .save:
      showsMissing = !isComplete
      message = isComplete ? "Saved." : "Something is missing."
    }
    return .stay
  }

  private func next(by step: Int) -> Focus {
    let order = fields.indices.map(Focus.field) + [.save, .cancel]
    let place = order.firstIndex(of: focus) ?? 0
    return order[(place + step + order.count) % order.count]
  }
}
