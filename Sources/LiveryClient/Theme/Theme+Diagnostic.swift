// SPDX-License-Identifier: MIT

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
  /// Nil for what does not say at least its code and message.
  init?(_ message: MessageValue) {
    guard let code = message["code"]?.string, let text = message["message"]?.string else { return nil }
    let start = message["range"]?["start"]
    self.init(
      code: code, severity: message["severity"]?.string.flatMap(Severity.init(rawValue:)) ?? .error, message: text,
      file: message["file"]?.string ?? "", line: start?["line"]?.integer, column: start?["column"]?.integer,
      help: message["help"]?.string)
  }
}
