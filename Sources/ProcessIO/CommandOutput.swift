// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// Runs a shell command and returns its standard output: popen(3). Nil if the command fails. Bytes beyond `limit` are left
/// out.
package func output(ofShell command: String, limit: Int) -> [UInt8]? {
  guard let stream = popen(command, "re") else { return nil }
  var bytes = [UInt8](repeating: 0, count: limit)
  let count = fread(&bytes, 1, limit, stream)
  guard pclose(stream) == 0 else { return nil }
  return Array(bytes.prefix(count))
}

/// Runs a program to its end, without a shell: posix_spawnp(3). Its standard error is that of this process.
///
/// - Parameters:
///   - words: the program, which is looked for in PATH, and its arguments.
///   - environment: the whole environment, as `NAME=VALUE`.
///   - directory: where it starts.
/// - Returns: how it ended, and its standard output.
package func runProgram(
  _ words: [String], input: [UInt8], environment: [String], in directory: String
) throws(SystemError) -> (outcome: ChildProcess.Outcome, output: [UInt8]) {
  let child = try ChildProcess(program: words, input: input, environment: environment, in: directory)
  let loop = try EventLoop()
  try child.watchOutput(in: loop, token: 0)
  var bytes: [UInt8] = []
  while let piece = try child.readOutput() {
    if piece.isEmpty { _ = try loop.wait() }
    bytes += piece
  }
  return (try child.wait(), bytes)
}
