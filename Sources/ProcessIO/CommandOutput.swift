// SPDX-License-Identifier: MIT

import Glibc

/// Runs a shell command and returns its standard output: popen(3). Nil if the command fails. Bytes beyond `limit` are left
/// out.
package func output(ofShell command: String, limit: Int) -> [UInt8]? {
  guard let stream = popen(command, "re") else { return nil }
  var bytes = [UInt8](repeating: 0, count: limit)
  let count = fread(&bytes, 1, limit, stream)
  guard pclose(stream) == 0 else { return nil }
  return Array(bytes.prefix(count))
}
