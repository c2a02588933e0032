// SPDX-License-Identifier: MIT

/// A pattern for a text, in which `*` stands for any run of bytes.
struct Glob: Sendable, Hashable {
  /// Without two stars in a row.
  private let bytes: [UInt8]
  /// The minimum number of bytes of a matching text.
  private let minimumLength: Int
  private let signature: Signature

  /// A text to be matched, prepared for many patterns.
  struct Text {
    fileprivate let bytes: [UInt8]
    fileprivate let signature: Signature

    init(_ text: String) {
      bytes = Array(text.utf8)
      signature = Signature(bytes)
    }
  }

  /// The bytes of a text and its pairs of bytes, as two sets of 64 bits. They exclude most patterns that do not match.
  fileprivate struct Signature: Hashable {
    private var single: UInt64 = 0
    private var pairs: UInt64 = 0

    init(_ bytes: some Sequence<UInt8>) {
      var last: UInt8?
      for byte in bytes {
        guard byte != Glob.star else {
          last = nil
          continue
        }
        single |= 1 << UInt64(byte & 63)
        if let last { pairs |= 1 << (UInt64(last) &* 37 &+ UInt64(byte) & 63) }
        last = byte
      }
    }

    func isSubset(of other: Signature) -> Bool { single & ~other.single == 0 && pairs & ~other.pairs == 0 }
  }

  private static let star = UInt8(ascii: "*")

  init(_ pattern: String) {
    var bytes: [UInt8] = []
    for byte in pattern.utf8 where byte != Self.star || bytes.last != Self.star { bytes.append(byte) }
    self.bytes = bytes
    minimumLength = bytes.count { $0 != Self.star }
    signature = Signature(bytes)
  }

  /// Backs up to the last star alone: O(pattern x text) at worst.
  func matches(_ text: Text) -> Bool {
    guard minimumLength <= text.bytes.count, signature.isSubset(of: text.signature) else { return false }
    var place = 0
    var index = 0
    var retry: (place: Int, index: Int)?
    while index < text.bytes.count {
      if place < bytes.count, bytes[place] == Self.star {
        place += 1
        retry = (place, index)
      } else if place < bytes.count, bytes[place] == text.bytes[index] {
        place += 1
        index += 1
      } else if let last = retry {
        place = last.place
        index = last.index + 1
        retry = (place, index)
      } else {
        return false
      }
    }
    return bytes[place...].allSatisfy { $0 == Self.star }
  }
}
