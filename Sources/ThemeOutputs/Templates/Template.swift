// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// A template of Mustache, with its partials: <https://github.com/mustache/spec>.
///
/// The optional modules of the specification are not part of it: lambdas, inheritance and dynamic names. Their tags are errors.
package struct Template: Sendable {
  /// The name in errors: a path.
  let name: String
  let nodes: [TemplateNode]
  let partials: BytewiseDictionary<[TemplateNode]>

  /// Bytes that a template, a partial or a result may have.
  package static let maximumBytes = 16 << 20
  /// Texts, tags and sections that a result may be made of, those without any text included.
  static let maximumParts = 2 << 20
  /// The maximum depth of partials and sections in each other.
  static let maximumDepth = 64

  /// - Parameters:
  ///   - text: the text of the template.
  ///   - loadingPartial: the text of a partial by its name; nil where there is none, which reads as empty.
  package init(
    name: String, text: String, loadingPartial load: (String) throws(OutputProblem) -> String?
  ) throws(OutputProblem) {
    self.name = name
    nodes = try TemplateParser.parse(text, name: name)
    var partials: BytewiseDictionary<[TemplateNode]> = [:]
    var waiting = TemplateNode.partialNames(in: nodes)
    while let next = waiting.popLast() {
      guard partials[next] == nil else { continue }
      let parsed = try load(next).map { text throws(OutputProblem) in try TemplateParser.parse(text, name: next) } ?? []
      partials[next] = parsed
      waiting += TemplateNode.partialNames(in: parsed)
    }
    self.partials = partials
  }
}

/// A part of a template.
indirect enum TemplateNode: Sendable {
  case text(String)
  case variable(name: String, isEscaped: Bool)
  case section(name: String, isInverted: Bool, nodes: [TemplateNode])
  /// - indentation: of a partial that stands alone in its line, for each of its lines.
  case partial(name: String, indentation: String)

  static func partialNames(in nodes: [TemplateNode]) -> [String] {
    nodes.flatMap { node -> [String] in
      switch node {
      case .partial(let name, _): [name]
      case .section(_, _, let nodes): partialNames(in: nodes)
      case .text, .variable: []
      }
    }
  }
}
