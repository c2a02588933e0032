// SPDX-License-Identifier: GPL-2.0-or-later

/// Pieces of texts. What a text has in common with them is not stored again when it is compressed.
///
/// It lives as long as a text that was compressed with it.
package final class TextDictionary: @unchecked Sendable {
  // LZ4 keeps the address while it compresses. Written by `init` alone.
  let bytes: UnsafeRawBufferPointer

  /// The bytes that are of use: LZ4 refers back 64 KB at most, and more than this hardly saves more.
  private static let maximumBytes = 32 << 10
  /// A piece of one text.
  private static let pieceBytes = 2 << 10

  /// Takes pieces of these texts at equal distances.
  package init(sampling texts: [[UInt8]]) {
    let total = texts.reduce(0) { $0 + $1.count }
    let pieceCount = Self.maximumBytes / Self.pieceBytes
    var pieces: [UInt8] = []
    pieces.reserveCapacity(min(total, Self.maximumBytes))
    /// The texts before the present one have this many bytes.
    var start = 0
    var number = 0
    for text in texts {
      while number < pieceCount, number * total / pieceCount < start + text.count {
        // From the beginning of a short text, which has all of it then.
        let offset = (number * total / pieceCount - start) / Self.pieceBytes * Self.pieceBytes
        pieces += text[offset..<min(offset + Self.pieceBytes, text.count)]
        number += 1
      }
      start += text.count
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: pieces.count, alignment: 1)
    copy.copyBytes(from: pieces)
    bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { bytes.deallocate() }
}
