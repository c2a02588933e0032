// SPDX-License-Identifier: MIT

/// A descriptor that stands for nothing and holds the lowest number that was free: eventfd(2). The next descriptor of the
/// thread that lets go of it gets this number or a lower one.
///
/// A library that calls select(2) takes numbers below FD_SETSIZE alone, and those are gone when a thousand connections are
/// open. Reserve one early, and let go of it right before the library opens its own.
package struct ReservedDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Errors: `tooManyOpenFiles` at the limit of the process, `tooManyOpenFilesInSystem` at that of the system.
  package init() throws(SystemError) {
    descriptor = try LinuxIO.descriptor(SystemCalls.eventCreate(), of: "eventfd")
  }

  package var number: Int32 { descriptor.raw }
}
