// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The meaning of a text in a theme file: `@type:value`, or the text itself when it begins without `@`.
///
/// Blanks around numbers do not matter; names are taken as they are written.
struct TypedText {
  enum Meaning: Hashable {
    case literal(Value)
    /// The value of a resource.
    case resource(String)
    /// The colour of a resource, in the form for drawing layers.
    case colorOfResource(String)
    /// Unusable; the problem gives the reason.
    case nothing
  }

  /// The error of the text.
  struct Problem: Hashable {
    var code: DiagnosticCode
    var severity: Severity
    var message: String
    var help: String
    var respelling: Finding.Respelling?
  }

  /// The types that the documentation lists, and `bool`, which theme files use.
  private enum ValueType: String, CaseIterable {
    case color, font, uint, image, float, bool, resource
    case null = "nil"
    case colorReference = "colorref"
    case edgeInsets = "edge_insets"
  }

  private(set) var meaning: Meaning
  private(set) var problem: Problem?

  init(_ text: String) {
    self = text.utf8.first == UInt8(ascii: "@") ? Self.typed(text) : TypedText(.string(text))
  }

  private init(_ value: Value) { meaning = .literal(value) }

  private init(_ code: DiagnosticCode, _ message: String, help: String) {
    meaning = .nothing
    problem = Problem(code: code, severity: code.severity, message: message, help: help)
  }

  // MARK: Types

  private static func typed(_ text: String) -> TypedText {
    let name = Substring(text.utf8.dropFirst().prefix { $0 != UInt8(ascii: ":") })
    let value = Substring(text.utf8[name.endIndex...].dropFirst())
    guard let type = ValueType(rawValue: String(name)) else {
      return unknownType(String(name), hasValue: name.endIndex != text.endIndex)
    }
    switch type {
    case .color: return color(value)
    case .font: return font(value)
    case .uint: return unsignedInteger(value)
    case .float: return float(value)
    case .bool: return bool(value)
    case .edgeInsets: return edgeInsets(value)
    case .colorReference: return colorReference(value)
    case .null: return TypedText(.null)
    case .image:
      guard !value.isEmpty else { return TypedText(.badArity, "this image has no name", help: "write @image:NAME") }
      return TypedText(.image(String(value)))
    case .resource:
      guard !value.isEmpty else {
        return TypedText(.unknownReference, "this reference names no resource", help: "write @resource:NAME")
      }
      var result = TypedText(.null)
      result.meaning = .resource(String(value))
      return result
    }
  }

  /// A value of an unknown type is nil.
  private static func unknownType(_ name: String, hasValue: Bool) -> TypedText {
    var result = TypedText(.null)
    var problem = Problem(
      code: .unknownType, severity: .error, message: "unknown type `@\(name)`; the value becomes nil",
      help: "the types are \(ValueType.allCases.map { "@\($0.rawValue)" }.joined(separator: ", "))")
    if let meant = nearest(to: name, among: ValueType.allCases.map(\.rawValue)) {
      problem.help = "did you mean `@\(meant.name)`?"
      // Only `@nil` has no value.
      if meant.isUnique, hasValue != (meant.name == ValueType.null.rawValue) {
        let colon = hasValue ? ":" : ""
        problem.respelling = .init(written: "@\(name)\(colon)", meant: "@\(meant.name)\(colon)")
      }
    }
    result.problem = problem
    return result
  }

  // MARK: Numbers

  private static func unsignedInteger(_ text: Substring) -> TypedText {
    let help = "write @uint:N, a whole number from 0 to \(UInt32.max)"
    if text.isEmpty { return TypedText(.badNumber, "this number is empty", help: help) }
    guard let number = number(in: text), number.rounded() == number else {
      return TypedText(.badNumber, "`\(text)` is not a whole number", help: help)
    }
    guard (0...Double(UInt32.max)).contains(number) else {
      return TypedText(.outOfRange, "`\(text)` does not fit into an unsigned 32-bit integer", help: help)
    }
    return TypedText(.number(number))
  }

  private static func float(_ text: Substring) -> TypedText {
    let help = "write @float:X, a number such as 0.5"
    if text.isEmpty { return TypedText(.badNumber, "this number is empty", help: help) }
    guard let number = number(in: text) else {
      return TypedText(.badNumber, "`\(text)` is not a number", help: help)
    }
    return TypedText(.number(number))
  }

  private static func bool(_ text: Substring) -> TypedText {
    let help = "write @bool:YES or @bool:NO"
    return switch text {
    case "YES", "true", "1": TypedText(.bool(true))
    case "NO", "false", "0": TypedText(.bool(false))
    case "": TypedText(.typeMismatch, "this boolean is empty", help: help)
    default: TypedText(.typeMismatch, "`\(text)` is not a boolean", help: help)
    }
  }

  private static func edgeInsets(_ text: Substring) -> TypedText {
    let help = "write @edge_insets:TOP LEFT BOTTOM RIGHT, four numbers"
    switch Numbers(text) {
    case .garbage(let word): return TypedText(.badNumber, "`\(word)` is not a number", help: help)
    case .numbers(let numbers):
      guard numbers.count == 4 else {
        return TypedText(.badArity, "expected 4 numbers for insets, found \(numbers.count)", help: help)
      }
      return TypedText(
        .edgeInsets(EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])))
    }
  }

  /// Numbers with blanks between them.
  private enum Numbers {
    case numbers([Double])
    case garbage(Substring)

    /// A number may be marked as a float; the documentation calls that unnecessary.
    init(_ text: Substring) {
      var numbers: [Double] = []
      for word in text.words {
        guard let number = number(in: word.hasPrefix("@float:") ? word.dropFirst("@float:".count) : word) else {
          self = .garbage(word)
          return
        }
        numbers.append(number)
      }
      self = .numbers(numbers)
    }
  }

  // MARK: Colours and fonts

  private static func color(_ text: Substring) -> TypedText {
    let help = "write @color:RED GREEN BLUE ALPHA, four numbers from 0 to 1"
    switch Numbers(text) {
    case .garbage(let word):
      return TypedText(.badColor, "`\(text)` is not a valid colour: `\(word)` is not a number", help: help)
    case .numbers(let numbers):
      guard numbers.count == 4 else {
        return TypedText(.badArity, "expected 4 numbers for a colour, found \(numbers.count)", help: help)
      }
      var result = TypedText(.color(Color(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])))
      if !numbers.allSatisfy({ (0...1).contains($0) }) {
        result.problem = Problem(
          code: .outOfRange, severity: .warning, message: "`\(text)` has a component outside the range from 0 to 1",
          help: help)
      }
      return result
    }
  }

  /// A colour, as `@color` or as a resource.
  private static func colorReference(_ text: Substring) -> TypedText {
    let refusal = TypedText(
      .typeMismatch, text.isEmpty ? "this colour is empty" : "`\(text)` is not a valid colour",
      help: "write @colorref:@color:R G B A or @colorref:@resource:NAME")
    // Nested references are not read, so that the depth is limited.
    if text.hasPrefix("@\(ValueType.colorReference.rawValue):") { return refusal }
    var result = TypedText(String(text))
    switch result.meaning {
    case .literal(.color(let color)): result.meaning = .literal(.colorReference(color))
    case .resource(let name): result.meaning = .colorOfResource(name)
    case .nothing: break
    case .literal where result.problem?.code == .unknownType: break
    case .literal, .colorOfResource: return refusal
    }
    return result
  }

  private static func font(_ text: Substring) -> TypedText {
    let help = "write @font:NAME:SIZE, with a size above 0"
    if text.isEmpty { return TypedText(.badArity, "this font has neither a name nor a size", help: help) }
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      return TypedText(.badArity, "the font `\(text)` has no size", help: help)
    }
    let name = text[..<colon]
    let sizeText = Substring(text.utf8[colon...].dropFirst())
    if name.isEmpty { return TypedText(.badArity, "the font `\(text)` has no name", help: help) }
    if sizeText.isEmpty { return TypedText(.badArity, "the font `\(text)` has no size", help: help) }
    guard let size = number(in: sizeText) else {
      return TypedText(.badNumber, "`\(sizeText)` is not a valid font size", help: help)
    }
    guard size > 0 else {
      return TypedText(.outOfRange, "`\(sizeText)` is not a valid font size", help: help)
    }
    return TypedText(.font(Font(name: String(name), size: size)))
  }
}
