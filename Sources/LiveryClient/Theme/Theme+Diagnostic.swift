// SPDX-License-Identifier: MIT

import LiveryProtocol
import ThemeModel

extension Theme {
  /// Something that is wrong with the theme's files. The values are the last good ones meanwhile.
  public struct Diagnostic: Sendable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
      /// Something of the theme is missing or held back.
      case error
      /// The theme is whole, but perhaps not as it was meant.
      case warning
      /// Worth knowing.
      case info
    }

    /// Stable and never reused: `LV1001`.
    public var code: String
    /// How bad it is.
    public var severity: Severity
    /// What is wrong, in a sentence.
    public var message: String
    /// Relative to the theme's root; empty when the theme as a whole is meant.
    public var file: String
    /// From 1; nil when no place is known.
    public var line: Int?
    /// From 1, in Unicode scalars; nil when no place is known.
    public var column: Int?
    /// What to write instead.
    public var help: String?

    /// A diagnostic, for tests of what shows it.
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
