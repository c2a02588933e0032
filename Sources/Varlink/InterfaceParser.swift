// SPDX-License-Identifier: MIT

/// An error in a description.
package struct InterfaceSyntaxError: Error, Equatable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  package let reason: String

  package var description: String { "line \(line): \(reason)" }
}

extension Interface {
  /// Reads an interface description, as <https://varlink.org/Interface-Definition> defines it.
  ///
  /// Every type that is named must be defined, and no name may be defined twice.
  package init(parsing description: String) throws(InterfaceSyntaxError) {
    self.init(describedBy: description)
    var parser = InterfaceParser(text: Array(description.utf8))
    guard try parser.word("interface") == "interface" else {
      throw InterfaceSyntaxError(line: parser.line, reason: "interface is missing")
    }
    name = try parser.interfaceName()
    while !parser.isAtEnd {
      let keyword = try parser.word("type, method or error")
      let line = parser.line
      let name = try parser.memberName()
      guard types[name] == nil, methods[name] == nil, errors[name] == nil else {
        throw InterfaceSyntaxError(line: line, reason: "\(name) is defined twice")
      }
      switch keyword {
      case "type": types[name] = try parser.structureOrEnumeration()
      case "method":
        let parameters = try parser.structure()
        try parser.expect("->")
        methods[name] = Method(parameters: parameters, reply: try parser.structure())
      case "error": errors[name] = try parser.structure()
      default:
        throw InterfaceSyntaxError(line: line, reason: "\(keyword) is not type, method or error")
      }
    }
    for (name, line) in parser.namedTypes where types[name] == nil {
      throw InterfaceSyntaxError(line: line, reason: "there is no type \(name)")
    }
  }
}

/// The grammar, a method a rule. White space and comments may stand before every token.
private struct InterfaceParser {
  private let text: [UInt8]
  private var position = 0
  private(set) var line = 1
  /// The types that are used by name, with their lines.
  private(set) var namedTypes: [(name: String, line: Int)] = []

  init(text: [UInt8]) { self.text = text }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == text.count
    }
  }

  mutating func expect(_ token: String) throws(InterfaceSyntaxError) {
    guard match(token) else { throw error("\(token) is missing") }
  }

  /// A run of letters, digits and underscores.
  mutating func word(_ meaning: String) throws(InterfaceSyntaxError) -> String {
    try run(meaning) { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// Two or more labels joined by dots: `io.livery.Theme`.
  mutating func interfaceName() throws(InterfaceSyntaxError) -> String {
    let name = try run("the interface's name") {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let dash = UInt8(ascii: "-")
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && $0.first != dash && $0.last != dash }),
      name.utf8.first?.isLetter == true
    else { throw error("\(name) is not a name of an interface") }
    return name
  }

  /// A name of a type, method or error: an upper case letter, then letters and digits.
  mutating func memberName() throws(InterfaceSyntaxError) -> String {
    let name = try word("a name")
    guard name.utf8.first?.isUpper == true, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) else {
      throw error("\(name) is not a name of a type, method or error")
    }
    return name
  }

  mutating func structure() throws(InterfaceSyntaxError) -> [Interface.Field] {
    let line = line
    switch try structureOrEnumeration() {
    case .structure(let fields): return fields
    case .bool, .int, .float, .string, .object, .named, .array, .map, .optional, .enumeration:
      throw InterfaceSyntaxError(line: line, reason: "members need a type")
    }
  }

  /// `(name: type, …)` or `(name, …)`; the first member decides.
  mutating func structureOrEnumeration() throws(InterfaceSyntaxError) -> Interface.ValueType {
    try expect("(")
    if match(")") { return .structure([]) }
    let first = try fieldName()
    if match(":") {
      var fields = [Interface.Field(first, try type())]
      while match(",") {
        let name = try fieldName()
        guard !fields.contains(where: { $0.name == name }) else { throw error("\(name) is there twice") }
        try expect(":")
        fields.append(.init(name, try type()))
      }
      try expect(")")
      return .structure(fields)
    }
    var names = [first]
    while match(",") {
      let name = try fieldName()
      guard !names.contains(name) else { throw error("\(name) is there twice") }
      names.append(name)
    }
    try expect(")")
    return .enumeration(names)
  }

  /// A letter, then letters, digits and single underscores between them.
  private mutating func fieldName() throws(InterfaceSyntaxError) -> String {
    let name = try word("a name")
    let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard name.utf8.first?.isLetter == true, parts.allSatisfy({ !$0.isEmpty }) else {
      throw error("\(name) is not a name of a member")
    }
    return name
  }

  private mutating func type() throws(InterfaceSyntaxError) -> Interface.ValueType {
    guard match("?") else { return try requiredType() }
    return .optional(try requiredType())
  }

  private mutating func requiredType() throws(InterfaceSyntaxError) -> Interface.ValueType {
    if match("[string]") { return .map(try type()) }
    if match("[]") { return .array(try type()) }
    skipSpace()
    if position < text.count, text[position] == UInt8(ascii: "(") { return try structureOrEnumeration() }
    let line = line
    switch try word("a type") {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case let name where name.utf8.first?.isUpper == true:
      namedTypes.append((name, line))
      return .named(name)
    case let name: throw InterfaceSyntaxError(line: line, reason: "there is no type \(name)")
    }
  }

  private mutating func run(
    _ meaning: String, while belongs: (UInt8) -> Bool
  ) throws(InterfaceSyntaxError) -> String {
    skipSpace()
    let rest = text[position...]
    let end = rest.firstIndex { !belongs($0) } ?? text.count
    guard end > position else { throw error("\(meaning) is missing") }
    defer { position = end }
    return String(decoding: text[position..<end], as: UTF8.self)
  }

  private mutating func match(_ token: String) -> Bool {
    skipSpace()
    guard text[position...].starts(with: token.utf8) else { return false }
    position += token.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "#"): position = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      default: return
      }
    }
  }

  private func error(_ reason: String) -> InterfaceSyntaxError {
    InterfaceSyntaxError(line: line, reason: reason)
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLetter: Bool { isUpper || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
