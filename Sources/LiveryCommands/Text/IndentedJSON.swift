// SPDX-License-Identifier: GPL-2.0-or-later

/// Lays out JSON that is on one line without white space, exactly as `JSONValue.pretty` would: one pass over the bytes, with
/// a look ahead in each array up to its first container.
func indented(_ json: [UInt8]) -> [UInt8] {
  var indentation = IndentedJSON(json: json)
  indentation.run()
  return indentation.result
}

private struct IndentedJSON {
  let json: [UInt8]
  var result: [UInt8] = []
  /// Whether each open container has a line for each of its elements.
  private var open: [Bool] = []

  init(json: [UInt8]) {
    self.json = json
    result.reserveCapacity(json.count * 2)
  }

  mutating func run() {
    var index = 0
    while index < json.count {
      let byte = json[index]
      switch byte {
      case UInt8(ascii: "\""):
        let end = endOfString(index)
        result += json[index..<end]
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let closing = byte + 2
        let isEmpty = index + 1 < json.count && json[index + 1] == closing
        let breaks = !isEmpty && (byte == UInt8(ascii: "{") || holdsContainer(index + 1))
        open.append(breaks)
        result.append(byte)
        if breaks { breakLine() }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open.popLast() == true { breakLine() }
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        if open.last == true { breakLine() } else { result.append(UInt8(ascii: " ")) }
      case UInt8(ascii: ":"): result += [byte, UInt8(ascii: " ")]
      default: result.append(byte)
      }
      index += 1
    }
  }

  private mutating func breakLine() {
    result.append(UInt8(ascii: "\n"))
    result += repeatElement(UInt8(ascii: " "), count: 2 * open.count { $0 })
  }

  /// Past the closing quotation mark.
  private func endOfString(_ start: Int) -> Int {
    var index = start + 1
    while index < json.count, json[index] != UInt8(ascii: "\"") {
      index += json[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, json.count)
  }

  /// Whether the array whose first element is there holds an array or an object.
  private func holdsContainer(_ start: Int) -> Bool {
    var index = start
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\""): index = endOfString(index)
      case UInt8(ascii: "{"), UInt8(ascii: "["): return true
      case UInt8(ascii: "]"): return false
      default: index += 1
      }
    }
    return false
  }
}
