// SPDX-License-Identifier: GPL-2.0-or-later

/// The comments of a file in YAML, found by the rules for comments, quotation marks and block scalars alone. O(bytes).
func yamlComments(in text: [UInt8]) -> [SourceComment] {
  var scan = YAMLCommentScan(text: text)
  return scan.comments()
}

private struct YAMLCommentScan {
  let text: [UInt8]
  private var index = 0
  private var found: [SourceComment] = []
  /// Whether a value may begin here, so that a quotation mark opens a text.
  private var mayBegin = true
  /// The open brackets: within them there are no block scalars.
  private var brackets = 0

  init(text: [UInt8]) { self.text = text }

  /// Each turn advances by at least one byte.
  mutating func comments() -> [SourceComment] {
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "#") where index == 0 || isXMLSpace(text[index - 1]):
        let end = endOfLine(from: index)
        found.append(SourceComment(whole: index..<end, text: (index + 1)..<end))
        index = end
      case UInt8(ascii: "\"") where mayBegin, UInt8(ascii: "'") where mayBegin: skipQuoted(byte)
      case UInt8(ascii: "|") where mayBegin && brackets == 0, UInt8(ascii: ">") where mayBegin && brackets == 0:
        skipBlock()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if mayBegin || brackets > 0 { brackets += 1 }
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if brackets > 0 { brackets -= 1 }
        mayBegin = false
        index += 1
      case UInt8(ascii: ",") where brackets > 0:
        mayBegin = true
        index += 1
      case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "?"):
        let isIndicator = index + 1 == text.count || isXMLSpace(text[index + 1])
        mayBegin = isIndicator && (mayBegin || byte == UInt8(ascii: ":"))
        index += 1
      case UInt8(ascii: "&") where mayBegin, UInt8(ascii: "!") where mayBegin:
        index = text[index...].firstIndex(where: isXMLSpace) ?? text.count
      case 0x0A, 0x0D:
        mayBegin = true
        index += 1
      case 0x20, 0x09: index += 1
      default:
        mayBegin = false
        index += 1
      }
    }
    return found
  }

  private func endOfLine(from start: Int) -> Int {
    text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
  }

  private mutating func skipQuoted(_ mark: UInt8) {
    mayBegin = false
    index += 1
    while index < text.count {
      let isDoubled = index + 1 < text.count && text[index + 1] == mark
      if mark == UInt8(ascii: "\"") && text[index] == UInt8(ascii: "\\") {
        index += 2
      } else if text[index] != mark {
        index += 1
      } else if mark == UInt8(ascii: "'"), isDoubled {
        index += 2
      } else {
        break
      }
    }
    index = min(index + 1, text.count)
  }

  /// Skips a block scalar: the lines after its header that are empty, or indented more than its value.
  private mutating func skipBlock() {
    let parent = indentation(before: index)
    // A comment may follow the header.
    let header = text[index...].firstIndex { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D } ?? text.count
    let end = endOfLine(from: index)
    if let mark = text[header..<end].firstIndex(of: UInt8(ascii: "#")) {
      found.append(SourceComment(whole: mark..<end, text: (mark + 1)..<end))
    }
    index = end
    mayBegin = true
    while index < text.count {
      let line = index + 1
      let first = text[line...].firstIndex { $0 != 0x20 } ?? text.count
      let isBlank = first == text.count || text[first] == 0x0A || text[first] == 0x0D
      guard isBlank || first - line > parent else { return }
      index = endOfLine(from: line)
    }
  }

  /// The indentation of the value that a block scalar belongs to: the column of its key, or of the `-` before it.
  private func indentation(before header: Int) -> Int {
    let line = text[..<header].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    var column = line
    var dash: Int?
    while column < header {
      switch text[column] {
      case 0x20: column += 1
      case UInt8(ascii: "-") where text[column + 1] == 0x20:
        dash = column
        column += 1
      default: return column - line
      }
    }
    return (dash ?? line - 1) - line
  }
}
