// SPDX-License-Identifier: MIT

import Testing

@testable import LinuxIO
@testable import TerminalIO

@Suite struct ProgressTests {
  private func read(_ descriptor: borrowing FileDescriptor) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { SystemCalls.read(descriptor.raw, $0) }
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Each read waits for a timer of the kernel.
  @Test func aLineIsWrittenAndErased() throws {
    var ends: [Int32] = [-1, -1]
    try value(SystemCalls.pipe(&ends), of: "pipe")
    let reading = FileDescriptor(owning: ends[0])
    let writing = FileDescriptor(owning: ends[1])
    beginProgress("loading", on: writing.raw, after: 1)
    #expect(read(reading).hasPrefix("\rloading 0.0 s\u{1B}[K"))
    endProgress()
    #expect(read(reading).hasSuffix("\r\u{1B}[K"))
    // Fast work shows no line.
    beginProgress("loading", on: writing.raw, after: 1_000_000)
    endProgress()
    try reading.makeNonBlocking()
    #expect(read(reading) == "")
  }
}
