// SPDX-License-Identifier: GPL-2.0-or-later

/// The work of an engine since it was made. All numbers only grow.
package struct EngineCounters: Sendable, Hashable {
  package var filesParsed = 0
  /// Bytes of the parsed files. For a file with a change inside one id, the bytes of that id.
  package var bytesParsed = 0
  /// Values that the parsed files declare, and values that they no longer declare.
  package var valuesTaken = 0
  /// Nodes of syntax trees that were made beside the linked ones: of held files, and of files that were parsed for recognition, for
  /// one of their parts or for a question.
  package var nodesDiscarded = 0
  /// Groups and tokens of the outlines from which plans were made.
  package var nodesPlanned = 0
  /// Values set at run time that were declared, each time that they were.
  package var valuesSet = 0
  package var declarationsChanged = 0
  package var valuesResolved = 0
  /// The lists of findings that were made for publications.
  package var findingListsMade = 0

  package init() {}
}
