// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO

/// A bash script that runs in a directory as a process beside the test.
struct Shell {
  struct Failure: Error {
    let script: String
    let status: Int32
  }

  private let script: String
  private var process = pid_t()

  init(starting script: String, in directory: String) throws {
    self.script = script
    let texts = ["/bin/bash", "-ec", "cd '\(directory)'; \(script)"]
    var arguments = texts.map { (text: String) in strdup(text) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let error = posix_spawn(&process, "/bin/bash", nil, nil, arguments, environ)
    guard error == 0 else { throw SystemError(call: "posix_spawn", errno: Errno(rawValue: error), path: "/bin/bash") }
  }

  /// Waits for the end of the script. Any exit code but 0 is an error.
  func join() throws {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { throw Failure(script: script, status: status) }
  }
}

/// Runs a bash script in a directory, and waits for its end.
func shell(_ script: String, in directory: String) throws {
  try Shell(starting: script, in: directory).join()
}
