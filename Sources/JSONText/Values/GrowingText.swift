// SPDX-License-Identifier: MIT

/// A text that grows at its end. The array behind it is longer than the text, so that an addition is one test for space and a copy:
/// an array that grows itself also makes a call of a closure for each addition.
struct GrowingText {
  /// The text, and free memory behind it.
  private var memory: [UInt8]
  private(set) var count = 0

  init(reserving capacity: Int) { memory = Self.memory(capacity) }

  /// Memory that is not written before it has a text: to write it once more takes longer than many texts that need it.
  private static func memory(_ capacity: Int) -> [UInt8] {
    // Bytes have no state to initialize, and none behind the text is read.
    [UInt8](unsafeUninitializedCapacity: capacity) { $1 = capacity }
  }

  /// Appends the bytes that `write` adds to a buffer.
  ///
  /// - Parameter capacity: the maximum number of bytes.
  @inline(__always) mutating func append(atMost capacity: Int, _ write: (inout FixedBuffer) -> Void) {
    if capacity > memory.count - count { grow(by: capacity) }
    var end = count
    memory.withUnsafeMutableBufferPointer { memory in
      var buffer = FixedBuffer(memory, count: end)
      write(&buffer)
      end = buffer.count
    }
    count = end
  }

  mutating func append(_ byte: UInt8) { append(atMost: 1) { $0.append(byte) } }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { append(atMost: bytes.count) { $0.append(bytes) } }

  /// Reserves storage for a text of this number of bytes.
  mutating func reserve(_ capacity: Int) { if capacity > memory.count { grow(to: capacity) } }

  /// A copy of the text.
  var bytes: [UInt8] { Array(memory[..<count]) }

  /// Returns the text without a copy, and is empty then.
  mutating func drain() -> [UInt8] {
    var text: [UInt8] = []
    swap(&text, &memory)
    text.removeLast(text.count - count)
    count = 0
    return text
  }

  /// Makes room for this number of bytes behind the text.
  @inline(never) private mutating func grow(by capacity: Int) { grow(to: max(memory.count * 2, count + capacity)) }

  private mutating func grow(to capacity: Int) {
    var larger = Self.memory(capacity)
    larger.withUnsafeMutableBufferPointer { larger in
      memory.withUnsafeBufferPointer { _ = larger.update(fromContentsOf: $0[..<count]) }
    }
    memory = larger
  }
}
