// SPDX-License-Identifier: MIT

import LiveryProtocol
import Varlink

extension CallError {
  /// The error as a sentence for people.
  var sentence: String {
    switch Refusal(self) {
    case .bundleNotFound(let error): "the daemon does not serve the bundle `\(error.bundle)`"
    case .bundleRequired(let error) where error.bundles.isEmpty: "the daemon serves no bundle that this user may see"
    case .bundleRequired(let error):
      "the daemon serves several bundles; name one of them: \(error.bundles.joined(separator: ", "))"
    case .limitExceeded(let error): "the daemon's limit `\(error.limit)` is reached"
    case .noSuchConstant(let error): "no constant is called `\(error.name)`\(Self.question(error.meant))"
    case .noSuchStyle(let error): "no style is called `\(error.name)`\(Self.question(error.meant))"
    case .noSuchTheme(let error): "no theme is called `\(error.theme)`"
    case .badValue(let error): error.message + (error.help.map { "; \($0)" } ?? "")
    case .notSaved(let error): "it cannot be kept for the next daemon: \(error.reason)"
    case .bundleUnreadable(let error): "the daemon cannot read the bundle in \(error.path): \(error.reason)"
    case .service(.permissionDenied, _): "this user may not change the theme"
    case .service(.invalidParameter, let parameter): "the daemon refuses the parameter `\(parameter)`"
    case .bundleExists, .noSuchConsumer, .noSuchPath, .noSuchGeneration, .badConfiguration, .service, .other:
      "the daemon answers \(name)"
    }
  }

  private static func question(_ meant: String?) -> String { meant.map { "; did you mean `\($0)`?" } ?? "" }
}

extension Theme.Rejection {
  init(_ error: CallError) {
    switch Refusal(error) {
    case .bundleNotFound: self = .bundleNotFound
    case .bundleRequired: self = .bundleRequired
    case .limitExceeded: self = .limitExceeded
    case .bundleExists, .bundleUnreadable, .noSuchConsumer, .noSuchPath, .noSuchGeneration, .noSuchTheme,
      .noSuchConstant,
      .noSuchStyle, .badValue, .notSaved, .badConfiguration, .service, .other:
      self = .other
    }
  }
}

extension Theme.ModificationFailure {
  init(_ error: CallError) {
    let kind: Kind =
      switch Refusal(error) {
      case .bundleNotFound, .bundleRequired: .noBundle
      case .noSuchConstant, .noSuchStyle, .noSuchTheme: .unknownName
      case .badValue: .badValue
      case .notSaved: .notSaved
      case .service(.permissionDenied, _): .notAllowed
      case .bundleExists, .bundleUnreadable, .noSuchConsumer, .noSuchPath, .noSuchGeneration, .limitExceeded,
        .badConfiguration, .service, .other:
        .other
      }
    self.init(kind: kind, description: error.sentence)
  }
}
