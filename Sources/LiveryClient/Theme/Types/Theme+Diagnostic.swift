// SPDX-License-Identifier: MIT

import LiveryProtocol
import ThemeModel

extension Theme {
  /// A problem of the theme's files. The values stay the last good ones.
  public struct Diagnostic: Sendable {
    /// The severity.
    public enum Severity: String, Sendable, Hashable {
      /// A part of the theme is missing or held back.
      case error
      /// The theme is complete, but possibly not as its author intended.
      case warning
      /// Information.
      case info
    }

    /// Stable and never reused: `LV1001`.
    public var code: String
    /// The severity.
    public var severity: Severity
    /// The problem as a sentence.
    public var message: String
    /// Relative to the theme's root; empty when the theme as a whole is meant.
    public var file: String
    /// From 1; nil when no place is known.
    public var line: Int?
    /// From 1, in Unicode scalars; nil when no place is known.
    public var column: Int?
    /// The correct form.
    public var help: String?

    /// A diagnostic, for tests.
    public init(
      code: String, severity: Severity, message: String, file: String = "", line: Int? = nil, column: Int? = nil,
      help: String? = nil
    ) {
      self.code = code
      self.severity = severity
      self.message = message
      self.file = file
      self.line = line
      self.column = column
      self.help = help
    }
  }
}

extension Theme.Diagnostic {
  /// Nil for a diagnostic without a code or a message.
  init?(_ diagnostic: ThemeInterface.Diagnostic) {
    guard !diagnostic.code.isEmpty, !diagnostic.message.isEmpty else { return nil }
    let start = diagnostic.range?.start
    self.init(
      code: diagnostic.code, severity: Severity(rawValue: diagnostic.severity.rawValue) ?? .error,
      message: diagnostic.message, file: diagnostic.file, line: start?.line, column: start?.column,
      help: diagnostic.help)
  }
}
