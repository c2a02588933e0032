// SPDX-License-Identifier: MIT

/// Wakes an event loop from another thread: eventfd(2). The one object here that threads may share.
package final class Waker: Sendable {
  /// Readable from `wake` until `reset`.
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = try LinuxIO.descriptor(SystemCalls.eventCreate(), of: "eventfd")
  }

  package func wake() {
    // A write can only fail when the counter is full, and then the loop is awake already.
    let one: UInt64 = 1
    _ = withUnsafeBytes(of: one) { SystemCalls.write(descriptor.raw, $0) }
  }

  package func reset() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { SystemCalls.read(descriptor.raw, $0) }
  }
}
