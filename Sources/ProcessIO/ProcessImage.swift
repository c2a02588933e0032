// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// Runs a program in place of this one, with the same environment and streams: execv(3).
///
/// - Parameter arguments: those after the program's name.
/// - Returns: why it cannot be run.
package func replaceProcess(with path: String, _ arguments: [String]) -> SystemError {
  let words = [path] + arguments
  guard !words.contains(where: { $0.utf8.contains(0) }) else {
    return SystemError(call: "execv", errno: .invalidArgument, path: path)
  }
  // The new program has copies of its own; this process goes on only after a failure.
  var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
  pointers.append(nil)
  execv(path, &pointers)
  let failure = errno
  for pointer in pointers { free(pointer) }
  return SystemError(call: "execv", errno: Errno(rawValue: failure), path: path)
}
