// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The value of a text: one of Giotto's conventions for values, or the text itself.
///
/// The conventions are `style:`, `font:`, `color:`, their short forms `s:`, `f:`, `c:`, then `point:`, `size:`, `rect:`,
/// `edge:` and null. There are no other short forms. Blanks after the colon and around commas do not count.
enum GiottoValue: Hashable {
  /// Null, a colour, or a point, size, rectangle or insets.
  case value(Value)
  /// `font:NAME,SIZE`; the name may be that of a constant.
  case font(name: String, size: Size)
  /// `style:A,B`, in the order in which they are applied. A name is empty where one is missing.
  case styles([String])
  /// No convention: the name of a constant, or a text.
  case text
  case bad(Problem)

  enum Size: Hashable {
    case number(Double)
    case constant(String)
  }

  struct Problem: Hashable {
    var code: DiagnosticCode
    var message: String
    var help: String
    var respelling: Finding.Respelling?
  }

  init(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      self = ["null", "NULL", "Null", "nil", "Nil"].contains(text) ? .value(.null) : .text
      return
    }
    let content = Substring(text.utf8[colon...].dropFirst())
    switch text[..<colon] {
    case "style", "s": self = .styles(Self.parts(of: content))
    case "font", "f": self = Self.font(text, Self.parts(of: content))
    case "color", "c": self = Self.color(String(content.trimmingBlanks))
    case "point":
      self = Self.numbers(content, form: "point:x,y", count: 2) { .point(Point(x: $0[0], y: $0[1])) }
    case "size":
      self = Self.numbers(content, form: "size:width,height", count: 2) {
        .size(ThemeModel.Size(width: $0[0], height: $0[1]))
      }
    case "rect":
      self = Self.numbers(content, form: "rect:x,y,width,height", count: 4) {
        .rect(Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]))
      }
    case "edge":
      self = Self.numbers(content, form: "edge:top,left,bottom,right", count: 4) {
        .edgeInsets(EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]))
      }
    default: self = .text
    }
  }

  /// The parts between commas, without surrounding blanks.
  static func parts(of list: Substring) -> [String] {
    list.parts(between: ",").map { String($0.trimmingBlanks) }
  }

  // MARK: Conventions

  private static func font(_ text: String, _ parts: [String]) -> Self {
    let form = "write font:NAME,SIZE; each part is a value or a constant"
    guard parts.count == 2 else {
      return bad(.badArity, "a font has two parts, a name and a size, and `\(text)` has \(count(parts))", form)
    }
    guard !parts[0].isEmpty else { return bad(.badArity, "this font has no name", form) }
    guard !parts[1].isEmpty else { return bad(.badArity, "this font has no size", form) }
    guard let size = number(in: parts[1]) else { return .font(name: parts[0], size: .constant(parts[1])) }
    guard size > 0 else { return bad(.outOfRange, "`\(parts[1])` is not a valid font size", "write a size above 0") }
    return .font(name: parts[0], size: .number(size))
  }

  private static func numbers(
    _ content: Substring, form: String, count: Int, _ make: ([Double]) -> Value
  ) -> Self {
    let parts = parts(of: content)
    guard parts.count == count else {
      return bad(.badArity, "expected \(count) numbers, found \(Self.count(parts))", "write \(form)")
    }
    var numbers: [Double] = []
    for part in parts {
      guard let number = number(in: part) else {
        return bad(.badNumber, part.isEmpty ? "a number is missing here" : "`\(part)` is not a number", "write \(form)")
      }
      numbers.append(number)
    }
    return .value(make(numbers))
  }

  private static func color(_ text: String) -> Self {
    if let color = hexadecimalColor(text) { return .value(.color(color)) }
    let form = "write `color:` and 3, 4, 6 or 8 hexadecimal digits, alpha last, without `#`"
    if text.hasPrefix("#"), hexadecimalColor(String(text.dropFirst())) != nil {
      let respelling = Finding.Respelling(written: text, meant: String(text.dropFirst()))
      return bad(.badColor, "`\(text)` is not a valid colour here: Giotto's colours have no `#`", form, respelling)
    }
    if Giotto.constantPrefixes.contains(where: text.hasPrefix) {
      return bad(.badColor, "`\(text)` is not a valid colour", "write the constant without `color:`")
    }
    return bad(.badColor, text.isEmpty ? "this colour has no digits" : "`\(text)` is not a valid colour", form)
  }

  /// 3, 4, 6 or 8 hexadecimal digits, the alpha last; a digit of 3 or 4 stands for two.
  private static func hexadecimalColor(_ text: String) -> Color? { Color(hexadecimal: Array(text.utf8)[...]) }

  private static func count(_ parts: [String]) -> String { parts == [""] ? "none" : "\(parts.count)" }

  private static func bad(
    _ code: DiagnosticCode, _ message: String, _ help: String, _ respelling: Finding.Respelling? = nil
  ) -> Self {
    .bad(Problem(code: code, message: message, help: help, respelling: respelling))
  }
}
