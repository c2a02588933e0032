// SPDX-License-Identifier: MIT

/// Bytes that are written into memory of a fixed size: an array would test at each addition whether it is shared and large
/// enough.
@usableFromInline package struct FixedBuffer {
  @usableFromInline let memory: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline package internal(set) var count: Int

  /// - Parameters:
  ///   - memory: outlives the buffer.
  ///   - count: the number of bytes that are written already.
  @inlinable package init(_ memory: UnsafeMutableBufferPointer<UInt8>, count: Int) {
    self.memory = memory
    self.count = count
  }

  /// - Precondition: the bytes fit.
  @inlinable package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let free = UnsafeMutableBufferPointer(rebasing: memory[count...])
    precondition(bytes.count <= free.count, "the text fits")
    _ = free.initialize(fromContentsOf: bytes)
    count += bytes.count
  }

  /// - Precondition: the byte fits.
  @inlinable package mutating func append(_ byte: UInt8) {
    precondition(count < memory.count, "the text fits")
    memory.initializeElement(at: count, to: byte)
    count += 1
  }

  /// - Precondition: the spaces fit.
  @inlinable package mutating func append(spaces: Int) {
    precondition(count + spaces <= memory.count, "the text fits")
    for place in count..<count + spaces { memory.initializeElement(at: place, to: UInt8(ascii: " ")) }
    count += spaces
  }
}
