// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// Writes a template with values.
struct TemplateRenderer {
  private let template: Template
  /// The objects of the sections around, the innermost last.
  private var stack: [TemplateValue]
  private(set) var output = ""
  /// The paths of the texts that were written with blanks in place of signs, each once.
  private(set) var replaced: BytewiseSet = []
  private var depth = 0
  /// The parts that were written: texts, tags and sections, also empty ones.
  private var parts = 0

  /// Writes the whole template.
  static func render(_ template: Template, _ value: TemplateValue) throws(OutputProblem) -> TemplateRenderer {
    var renderer = TemplateRenderer(template: template, stack: [value])
    try renderer.write(template.nodes, indentation: "")
    return renderer
  }

  private init(template: Template, stack: [TemplateValue]) {
    self.template = template
    self.stack = stack
  }

  private mutating func write(_ nodes: [TemplateNode], indentation: String) throws(OutputProblem) {
    guard depth < Template.maximumDepth else {
      throw OutputProblem(
        "\(template.name): partials lie too deep in each other", help: "take out a partial that contains itself")
    }
    depth += 1
    defer { depth -= 1 }
    for node in nodes {
      parts += 1
      guard parts <= Template.maximumParts else {
        throw OutputProblem(
          "\(template.name): the result has more than \(Template.maximumParts) parts",
          help: "make the template shorter; partials within partials multiply")
      }
      guard output.utf8.count <= Template.maximumBytes else {
        throw OutputProblem(
          "\(template.name): the result has more than \(Template.maximumBytes) bytes", help: "make the template shorter"
        )
      }
      switch node {
      case .text(let text): append(text, indentation)
      case .variable(let name, let isEscaped):
        let value = value(of: name)
        if let path = value.replacedAt { replaced.insert(path) }
        let text = value.shown
        append(isEscaped ? text.escapedForHTML : text, indentation, isText: false)
      case .section(let name, let isInverted, let nodes):
        try writeSection(value(of: name), isInverted, nodes, indentation)
      case .partial(let name, let own):
        try write(template.partials[name] ?? [], indentation: indentation + own)
      }
    }
  }

  private mutating func writeSection(
    _ value: TemplateValue, _ isInverted: Bool, _ nodes: [TemplateNode], _ indentation: String
  ) throws(OutputProblem) {
    guard isInverted != value.isShown else { return }
    guard !isInverted else { return try write(nodes, indentation: indentation) }
    let elements = if case .list(let elements) = value { elements } else { [value] }
    for element in elements {
      stack.append(element)
      try write(nodes, indentation: indentation)
      stack.removeLast()
    }
  }

  /// The indentation of a partial stands before each of its lines, but not before lines of values.
  private mutating func append(_ text: String, _ indentation: String, isText: Bool = true) {
    guard !indentation.isEmpty else {
      output += text
      return
    }
    guard isText else {
      if output.utf8.last == UInt8(ascii: "\n") { output += indentation }
      output += text
      return
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.offset > 0 { output += "\n" }
      guard !line.element.isEmpty else { continue }
      if output.isEmpty || output.utf8.last == UInt8(ascii: "\n") { output += indentation }
      output += line.element
    }
  }

  private func value(of name: String) -> TemplateValue {
    if name == "." { return stack[stack.count - 1] }
    for frame in stack.reversed() {
      if let value = frame.member(name[...]) { return value }
      // The object that has the beginning of the name decides: objects further out are not asked.
      if let dot = name.firstIndex(of: "."), frame.member(name[..<dot]) != nil { return .nothing }
    }
    return .nothing
  }
}

extension String {
  fileprivate var escapedForHTML: String {
    guard utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
