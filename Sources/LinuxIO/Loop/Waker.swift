// SPDX-License-Identifier: MIT

/// Wakes an event loop from another thread: eventfd(2). The only class of the loop that threads may share.
package final class Waker: Sendable {
  /// Readable from `wake` to `reset`.
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = try LinuxIO.descriptor(SystemCalls.eventCreate(), of: "eventfd")
  }

  package func wake() {
    // The write only fails if the counter is full, and then the loop is awake.
    let one: UInt64 = 1
    _ = withUnsafeBytes(of: one) { SystemCalls.write(descriptor.raw, $0) }
  }

  package func reset() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { SystemCalls.read(descriptor.raw, $0) }
  }
}
