// SPDX-License-Identifier: MIT

import JSONText
import TextComparison

/// Reads the value of a design token by its type, and collects the problems.
///
/// It follows the Design Tokens format 2025.10. Drafts of the format are read, too, with a warning each. The result is nil for a
/// value that does not fit the type. A composite value consists of its good parts. There is a function for each of the 13 types;
/// they are divided over extensions by kinds of types, with more than 400 lines together.
package struct TokenReading {
  package internal(set) var problems: [TokenProblem] = []
  /// The paths of parts that are missing or wrong in a composite value.
  package internal(set) var lackingParts: [[String]] = []
  /// The failed parts that the author has written, if only with a misspelt key.
  package var failedParts: [[String]] {
    let missing = BytewiseSet(missing)
    return missing.isEmpty ? lackingParts : lackingParts.filter { !missing.contains($0.joined(separator: "/")) }
  }
  /// The missing parts that no misspelt key means.
  private var missing: [String] { meant.isEmpty ? unwritten : unwritten.filter { !meant.contains($0) } }
  /// The missing parts.
  var unwritten: [String] = []
  /// The parts that misspelt keys mean.
  private var meant: BytewiseSet = []
  /// The path from the value down to the present part.
  var path: [String] = []

  package init() {}

  /// The value of a token.
  ///
  /// - Parameters:
  ///   - type: the name of its type.
  ///   - requiresAllParts: whether a composite value with a missing or wrong part is invalid.
  package mutating func value(of token: WrittenToken, type name: String, requiresAllParts: Bool) -> Value? {
    guard let type = TokenType(rawValue: name) else {
      if token.hasUnresolved { return nil }
      return typed(name, token.content, token)
    }
    let value = value(of: token, as: type)
    let missing = missing
    if !missing.isEmpty {
      let names = missing.map { "`\($0)`" }.joined(separator: ", ")
      problems.append(
        TokenProblem(
          .missingPart, [], "this \(name) lacks \(names)",
          help: missing.count == 1 ? "write this part" : "write these parts"))
    }
    return requiresAllParts && !lackingParts.isEmpty ? nil : value
  }

  /// Reports a token without a type.
  package mutating func refuseUntyped(_ token: WrittenToken) {
    if let text = token.unquotedReference {
      _ = refuseUnquoted(text)
      return
    }
    _ = problem(
      .untypedToken, "neither this token nor a group around it has a type",
      help: "write `$type` here or at a group; the types are: "
        + TokenType.allCases.map(\.rawValue).joined(separator: ", "))
    problems[problems.count - 1].text = token.string
  }

  func typed(_ type: String, _ value: Value, _ token: WrittenToken) -> Value {
    if type == TokenType.number.rawValue { return value }
    let written = token.written
    return .typed(TypedValue(type: type, value: value, written: written == value ? nil : written))
  }

  // MARK: Values and parts

  mutating func value(of token: WrittenToken, as type: TokenType) -> Value? {
    let before = problems.count
    let value = read(token, as: type)
    if value == nil, problems.count == before + 1 { problems[before].text = token.string }
    return value
  }

  private mutating func read(_ token: WrittenToken, as type: TokenType) -> Value? {
    if token.isUnresolved { return nil }
    if case .token(let value) = token { return checked(value, is: type) }
    if case .string(let text)? = token.scalar, Self.hasReference(text) { return refuseReference(in: text) }
    switch type {
    case .color: return color(token)
    case .number:
      guard let number = token.number else { return refuse(token, "a number", help: "write a number") }
      return .number(number)
    case .dimension: return measure(token, type, units: ["px", "rem"])
    case .duration: return measure(token, type, units: ["ms", "s"])
    case .fontFamily: return fontFamily(token)
    case .fontWeight: return fontWeight(token)
    case .cubicBezier: return cubicBezier(token)
    case .strokeStyle: return strokeStyle(token)
    case .border, .transition, .typography:
      return composite(token, type).map { typed(type.rawValue, $0, token) }
    case .shadow, .gradient: return list(token, of: type)
    }
  }

  /// The value of a referenced token, if it has the type.
  mutating func checked(_ value: Value, is type: TokenType) -> Value? {
    if Bytewise(value.tokenType) == Bytewise(type.rawValue) { return value }
    return problem(
      .typeMismatch, "expected a token of type \(type.rawValue) here, but this one is of type \(value.tokenType)",
      help: "refer to a token of type \(type.rawValue)")
  }

  /// The content of a part of a value.
  mutating func content(of token: WrittenToken, as type: TokenType) -> Value? {
    value(of: token, as: type)?.tokenContent
  }

  mutating func within<Result>(_ key: String, _ body: (inout Self) -> Result) -> Result {
    path.append(key)
    defer { path.removeLast() }
    return body(&self)
  }

  // MARK: Problems

  mutating func problem(
    _ code: DiagnosticCode, _ message: String, help: String, replacement: String? = nil
  ) -> Value? {
    problems.append(TokenProblem(code, path, message, help: help, replacement: replacement))
    return nil
  }

  mutating func refuse(_ token: WrittenToken, _ expected: String, help: String) -> Value? {
    if token.hasUnresolved { return nil }
    if let text = token.unquotedReference { return refuseUnquoted(text) }
    var help = help
    if case .null? = token.scalar { help += "; in YAML, a `#` without quotation marks begins a comment" }
    if case .token = token { help += "; for a part of another token write { \"$ref\": \"#/group/token/$value/part\" }" }
    return problem(.badTokenValue, "expected \(expected) here, but this is \(token.words)", help: help)
  }

  mutating func outOfRange(_ what: String, _ range: String) -> Value? {
    problem(.outOfRange, "\(what) is outside of its range", help: "write a number \(range)")
  }

  mutating func noteDraft(_ text: String, as value: Value) {
    let written = value.json.text
    _ = problem(
      .draftForm, "`\(text)` is the form of an earlier draft", help: "write \(written)", replacement: written)
  }

  static func hasReference(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "{")) && text.utf8.contains(UInt8(ascii: "}"))
  }

  mutating func refuseReference(in text: String) -> Value? {
    problem(
      .badTokenValue, "a reference has to be the whole text, but this one is a part of `\(text)`",
      help: "write nothing but `{group.token}`")
  }

  private mutating func refuseUnquoted(_ text: String) -> Value? {
    problem(
      .badTokenValue, "this is an object with the key `\(text)`, and not a reference",
      help: "write \"{\(text)}\" with the quotation marks")
  }

  /// The members of an object. Refuses other values and keys. The texts are made for a refusal alone, which nearly no value needs.
  mutating func members(
    of token: WrittenToken, _ keys: [String], _ expected: @autoclosure () -> String, help: @autoclosure () -> String
  ) -> Members? {
    guard let object = token.object else {
      _ = refuse(token, expected(), help: help())
      return nil
    }
    if object.count == 1, let text = token.unquotedReference, !keys.containsBytewise(text) {
      _ = refuseUnquoted(text)
      return nil
    }
    for (key, _) in object where !keys.containsBytewise(key) {
      let near = nearest(to: key, among: keys)?.name
      if let near { meant.insert((path + [near]).joined(separator: "/")) }
      within(key) { reading in
        _ = reading.problem(
          .badTokenValue, "\(expected()) has no part `\(key)`",
          help: near.map { "did you mean `\($0)`?" } ?? "remove it; the parts are: \(keys.joined(separator: ", "))")
      }
      lackingParts.append(path + [key])
    }
    return Members(object)
  }

  /// The few members of an object. They are searched in their order, which is faster than a table of them.
  struct Members {
    private let all: [(key: String, value: WrittenToken)]

    fileprivate init(_ all: [(key: String, value: WrittenToken)]) { self.all = all }

    subscript(key: String) -> WrittenToken? { all.last { Bytewise($0.key) == Bytewise(key) }?.value }
  }
}
