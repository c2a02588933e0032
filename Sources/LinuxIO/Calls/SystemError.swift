// SPDX-License-Identifier: MIT

import CLinux

/// A failed system call: which call, the error number, and the path.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the C function, `open`.
  package let call: String
  package let errno: Errno
  /// The path of the call, as given.
  package let path: String?
  /// Details that the number does not have: `process 4711 listens there`.
  package let detail: String?

  package init(call: String, errno: Errno, path: String? = nil, detail: String? = nil) {
    self.call = call
    self.errno = errno
    self.path = path
    self.detail = detail
  }

  /// `/run/livery/livery.sock: Address already in use (another daemon holds it)`. The call is left out: it is for
  /// programmers.
  package var description: String {
    let subject = path.map { "\($0): " } ?? ""
    let remark = detail.map { " (\($0))" } ?? ""
    return "\(subject)\(errno.text)\(remark)"
  }
}

/// Turns the answer of a `SystemCalls` function into its value, or throws the error.
@discardableResult
package func value(_ answer: Int, of call: String, path: String? = nil) throws(SystemError) -> Int {
  guard answer < 0 else { return answer }
  let error = SystemError(call: call, errno: Errno(rawValue: Int32(-answer)), path: path)
  if error.errno.isPassing { livery_note_passing_failure() }
  throw error
}

/// The number of calls of this thread that failed for passing reasons, including errors that were ignored. If it grew during
/// a look at files, something was missed, and the look has to be repeated.
package var passingFailureCount: UInt { livery_passing_failures() }

/// Turns the answer of a `SystemCalls` function into an owned descriptor, or throws the error.
package func descriptor(_ answer: Int, of call: String, path: String? = nil) throws(SystemError) -> FileDescriptor {
  FileDescriptor(owning: Int32(try value(answer, of: call, path: path)))
}
