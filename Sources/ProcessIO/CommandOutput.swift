// SPDX-License-Identifier: MIT

import Glibc

/// What a command of the shell writes to its standard output, and waits for its end: popen(3). Nil when it does not end with
/// success. What is beyond `limit` bytes is left out.
package func output(ofShell command: String, limit: Int) -> [UInt8]? {
  guard let stream = popen(command, "re") else { return nil }
  var bytes = [UInt8](repeating: 0, count: limit)
  let count = fread(&bytes, 1, limit, stream)
  guard pclose(stream) == 0 else { return nil }
  return Array(bytes.prefix(count))
}
