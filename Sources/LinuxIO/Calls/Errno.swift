// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// An error number of the kernel, errno(3).
package struct Errno: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The symbolic name, `ENOENT`.
  package var name: String {
    guard let name = livery_error_name(rawValue) else { return "E\(rawValue)" }
    return String(cString: name)
  }

  /// The meaning in English: `No such file or directory`.
  package var text: String {
    guard let text = livery_error_text(rawValue) else { return "Unknown error \(rawValue)" }
    return String(cString: text)
  }

  package var description: String { text }

  /// Whether the same call may succeed later without a change of its arguments: the failure is a lack of descriptors, memory
  /// or space, or an unresponsive device or host.
  package var isPassing: Bool {
    switch rawValue {
    case EMFILE, ENFILE, ENOMEM, ENOBUFS, EIO, ESTALE, ETIMEDOUT: true
    default: false
    }
  }
}

extension Errno {
  package static let accessDenied = Errno(rawValue: EACCES)
  package static let addressInUse = Errno(rawValue: EADDRINUSE)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let busy = Errno(rawValue: EBUSY)
  package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  package static let connectionReset = Errno(rawValue: ECONNRESET)
  package static let exists = Errno(rawValue: EEXIST)
  package static let fileTooLarge = Errno(rawValue: EFBIG)
  package static let invalidArgument = Errno(rawValue: EINVAL)
  package static let isDirectory = Errno(rawValue: EISDIR)
  package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  package static let noDeviceOrAddress = Errno(rawValue: ENXIO)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let noSuchFile = Errno(rawValue: ENOENT)
  package static let noSuchProcess = Errno(rawValue: ESRCH)
  package static let notDirectory = Errno(rawValue: ENOTDIR)
  package static let notEmpty = Errno(rawValue: ENOTEMPTY)
  package static let notPermitted = Errno(rawValue: EPERM)
  package static let notSocket = Errno(rawValue: ENOTSOCK)
  package static let numberOutOfRange = Errno(rawValue: ERANGE)
  package static let outOfMemory = Errno(rawValue: ENOMEM)
  package static let tooManyLinks = Errno(rawValue: ELOOP)
  package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
  package static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
  package static let wouldBlock = Errno(rawValue: EAGAIN)
}
