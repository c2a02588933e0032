// SPDX-License-Identifier: MIT

/// A placeholder that holds the lowest free descriptor: eventfd(2). When it is released, the next descriptor of the same
/// thread gets this number or a lower one.
///
/// A library that calls select(2) needs numbers below FD_SETSIZE, which are in use when a thousand connections are open.
/// Reserve one early, and release it directly before the library opens its own.
package struct ReservedDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Errors: `tooManyOpenFiles` at the limit of the process, `tooManyOpenFilesInSystem` at that of the system.
  package init() throws(SystemError) {
    descriptor = try LinuxIO.descriptor(SystemCalls.eventCreate(), of: "eventfd")
  }

  package var number: Int32 { descriptor.raw }
}
