// SPDX-License-Identifier: MIT

import CLinux

/// The one error of this layer: which call failed, how, and on what.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the C function, `open`.
  package let call: String
  package let errno: Errno
  /// The path that the call was about, as it was given.
  package let path: String?
  /// What the number alone does not say: `process 4711 listens there`.
  package let detail: String?

  package init(call: String, errno: Errno, path: String? = nil, detail: String? = nil) {
    self.call = call
    self.errno = errno
    self.path = path
    self.detail = detail
  }

  /// `/run/livery/livery.sock: Address already in use (another daemon holds it)`. The call is for programmers.
  package var description: String {
    let subject = path.map { "\($0): " } ?? ""
    let remark = detail.map { " (\($0))" } ?? ""
    return "\(subject)\(errno.text)\(remark)"
  }
}

/// Turns the answer of a `SystemCalls` function into its value, or into the error that it stands for.
@discardableResult
package func value(_ answer: Int, of call: String, path: String? = nil) throws(SystemError) -> Int {
  guard answer < 0 else { return answer }
  let error = SystemError(call: call, errno: Errno(rawValue: Int32(-answer)), path: path)
  if error.errno.isPassing { livery_note_passing_failure() }
  throw error
}

/// How many calls of this thread have failed so far for reasons that pass, also those whose error nobody looked at. Who has
/// looked at files, and finds that it grew meanwhile, has seen less than there is and looks again.
package var passingFailureCount: UInt { livery_passing_failures() }

/// The same for a descriptor, which is owned from here on.
package func descriptor(_ answer: Int, of call: String, path: String? = nil) throws(SystemError) -> FileDescriptor {
  FileDescriptor(owning: Int32(try value(answer, of: call, path: path)))
}
