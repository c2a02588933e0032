// SPDX-License-Identifier: GPL-2.0-or-later

/// Work that an engine did since it was made. All numbers only grow.
package struct EngineCounters: Sendable, Hashable {
  package var filesParsed = 0
  /// Bytes of the files that were parsed. Of a large file with a change in one id, the bytes of that id alone.
  package var bytesParsed = 0
  /// Values that the parsed files declare, and values that they declared before and declare no more.
  package var valuesTaken = 0
  /// Nodes of syntax trees that were dropped: of files that are held back, or that were parsed for a look alone.
  package var nodesDiscarded = 0
  package var declarationsChanged = 0
  package var valuesResolved = 0

  package init() {}
}
