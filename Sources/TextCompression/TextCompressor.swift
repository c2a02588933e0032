// SPDX-License-Identifier: GPL-2.0-or-later

import CLZ4

/// Compresses texts with one dictionary.
package struct TextCompressor: ~Copyable {
  private let dictionary: TextDictionary
  /// The state of LZ4 after the dictionary. Each text begins with a copy of it.
  private let start: UnsafeMutablePointer<LZ4_stream_t>
  private let stream: UnsafeMutablePointer<LZ4_stream_t>
  private var output: [UInt8] = []

  /// The saving that a compressed text is worth: its block has more than the block of a plain one.
  private static let minimumSaving = 64

  /// Costs a pass over the dictionary. Without memory for it, the process ends.
  package init(_ dictionary: TextDictionary) {
    guard let start = LZ4_createStream(), let stream = LZ4_createStream() else {
      preconditionFailure("no memory to compress texts")
    }
    self.dictionary = dictionary
    self.start = start
    self.stream = stream
    let bytes = dictionary.bytes
    LZ4_loadDict(start, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
  }

  deinit {
    LZ4_freeStream(start)
    LZ4_freeStream(stream)
  }

  /// Costs about two microseconds for each kilobyte of the text, and the copy of a state of 16 KB.
  ///
  /// - Returns: nil for a text that compression makes hardly smaller, or that is above the limit of LZ4, two gigabytes.
  package mutating func compress(_ text: [UInt8]) -> CompressedText? {
    let maximum = text.count - Self.minimumSaving
    guard maximum > 0, text.count <= LZ4_MAX_INPUT_SIZE else { return nil }
    if output.count < maximum { output = [UInt8](repeating: 0, count: maximum) }
    lz4_copy_stream(stream, start)
    return text.withUnsafeBytes { text in
      output.withUnsafeMutableBytes { output in
        let written = LZ4_compress_fast_continue(
          stream, text.baseAddress?.assumingMemoryBound(to: CChar.self),
          output.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), Int32(maximum), 1)
        guard written > 0 else { return nil }
        return CompressedText(UnsafeRawBufferPointer(rebasing: output[..<Int(written)]), of: text.count, dictionary)
      }
    }
  }
}
