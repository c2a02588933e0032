// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// A text that is open in the editor.
struct TextDocument {
  let uri: String
  let path: String
  var version: Int
  var lines: TextLines

  var bytes: [UInt8] { lines.bytes }

  /// Applies the changes of `textDocument/didChange`, one after the other.
  mutating func apply(_ changes: [JSONValue], _ encoding: PositionEncoding) throws(ResponseError) {
    for change in changes {
      guard let text = change["text"]?.string else { throw .invalidParameters("a change has a `text`") }
      guard let range = change["range"] else {
        lines = TextLines(Array(text.utf8))
        continue
      }
      let start = lines.offset(of: try TextPosition(range["start"]), encoding)
      let end = lines.offset(of: try TextPosition(range["end"]), encoding)
      guard start <= end else { throw .invalidParameters("a range ends before it starts") }
      lines.replace(start..<end, with: Array(text.utf8))
    }
  }
}
