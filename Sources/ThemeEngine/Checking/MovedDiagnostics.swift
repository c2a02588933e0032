// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Moves diagnostics with the texts around them, since values that they do not concern were replaced.
struct MovedDiagnostics {
  private let locator: DiagnosticLocator
  private let file: FileID
  private let path: Bytewise<String>
  /// Of the file.
  private let moves: [TextMove]

  /// Gives diagnostics about linked declarations their present places. Returns false if one of them lies in a replaced value; some of
  /// the others have moved then.
  ///
  /// Costs O(diagnostics) for each file with moves, and O(file) for its lines.
  static func move(
    _ diagnostics: inout [Diagnostic], by moves: [TextMove], in files: FileTable, _ locator: DiagnosticLocator
  ) -> Bool {
    for (file, moves) in Dictionary(grouping: moves, by: \.file) {
      let mover = Self(locator: locator, file: file, path: Bytewise(files[file].path), moves: moves)
      for number in diagnostics.indices {
        guard mover.move(&diagnostics, number) else { return false }
      }
    }
    return true
  }

  /// Returns false if the diagnostic lies in a replaced value. One whose places stay is only read.
  private func move(_ diagnostics: inout [Diagnostic], _ number: Int) -> Bool {
    for place in diagnostics[number].related.indices
    where Bytewise(diagnostics[number].related[place].file) == path {
      guard move(diagnostics[number].related[place].range, { diagnostics[number].related[place].range = $0 }) else {
        return false
      }
    }
    guard Bytewise(diagnostics[number].file) == path else { return true }
    for index in diagnostics[number].fix?.edits.indices ?? 0..<0 {
      guard let edit = diagnostics[number].fix?.edits[index].range, let moved = moved(edit) else { return false }
      // A text around a replaced value may need another fix.
      guard moved.end - moved.start == edit.end - edit.start else { return false }
      if moved != edit { diagnostics[number].fix?.edits[index].range = moved }
    }
    return move(diagnostics[number].range) { diagnostics[number].range = $0 }
  }

  /// Sets a range that moved. Returns false for one in a replaced value.
  private func move(_ range: SourceRange?, _ set: (SourceRange?) -> Void) -> Bool {
    guard let range else { return true }
    let bytes = ByteRange(range.start.offset, range.end.offset)
    guard let moved = moved(bytes) else { return false }
    if moves.allSatisfy({ bytes.end <= $0.value.start || $0.keepsPositions }) { return true }
    let present = locator.range(file, moved, isServed: true)
    if present != range { set(present) }
    return true
  }

  private func moved(_ range: ByteRange) -> ByteRange? {
    moves.reduce(range as ByteRange?) { range, move in range.flatMap(move.moved) }
  }
}
