// SPDX-License-Identifier: MIT

package import TextComparison

/// A problem in the value of a design token.
package struct TokenProblem: Sendable, Hashable {
  package let code: DiagnosticCode
  /// From the value down to the part with the problem: keys of members, and indices of elements.
  @Bytewise package private(set) var path: [String]
  @Bytewise package private(set) var message: String
  @Bytewise package private(set) var help: String
  /// The replacement in the format 2025.10 for a form of drafts, as JSON.
  @Bytewise package private(set) var replacement: String?
  /// The text that is not a value of the type. It may be meant as a reference.
  @Bytewise package internal(set) var text: String?

  init(_ code: DiagnosticCode, _ path: [String], _ message: String, help: String, replacement: String? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.help = help
    self.replacement = replacement
  }

  package var severity: Severity { code.severity }
}
