// SPDX-License-Identifier: GPL-2.0-or-later

import CLZ4

/// A text that was compressed with a dictionary, by LZ4. It never changes; copies share it.
package struct CompressedText: @unchecked Sendable {
  private struct Header {
    let dictionary: TextDictionary
    /// Of the text.
    let count: UInt32
    /// Of the compressed form.
    let compressedCount: UInt32
  }

  // One block for both. Written by `init` alone.
  private let storage: ManagedBuffer<Header, UInt8>

  init(_ compressed: UnsafeRawBufferPointer, of count: Int, _ dictionary: TextDictionary) {
    storage = .create(minimumCapacity: compressed.count) { _ in
      Header(dictionary: dictionary, count: UInt32(count), compressedCount: UInt32(compressed.count))
    }
    storage.withUnsafeMutablePointerToElements { elements in
      UnsafeMutableRawBufferPointer(start: elements, count: compressed.count).copyMemory(from: compressed)
    }
  }

  /// The bytes of the text.
  package var count: Int { Int(storage.header.count) }

  /// The bytes of the compressed form.
  package var compressedCount: Int { Int(storage.header.compressedCount) }

  /// The text. Costs a decompression: about a microsecond for each two kilobytes.
  package var bytes: [UInt8] {
    storage.withUnsafeMutablePointers { header, elements in
      let (count, dictionary) = (Int(header.pointee.count), header.pointee.dictionary.bytes)
      return [UInt8](unsafeUninitializedCapacity: count) { text, initializedCount in
        let written = LZ4_decompress_safe_usingDict(
          UnsafeRawPointer(elements).assumingMemoryBound(to: CChar.self),
          UnsafeMutableRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self),
          Int32(header.pointee.compressedCount), Int32(count),
          dictionary.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(dictionary.count))
        precondition(Int(written) == count, "a compressed text is damaged")
        initializedCount = count
      }
    }
  }

  /// Distinguishes it from all others as long as a copy of it is there. Equal texts that were compressed apart have different ones.
  package var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(storage).toOpaque()) }
}
