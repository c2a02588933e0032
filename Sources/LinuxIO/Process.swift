// SPDX-License-Identifier: MIT

import Glibc

package var processIdentifier: Int32 { getpid() }

/// The user whose rights this process has.
package var effectiveUser: UInt32 { geteuid() }

/// A variable of the environment; an empty one counts as set.
package func environment(_ name: String) -> String? {
  guard let text = getenv(name) else { return nil }
  return String(cString: text)
}

/// The working directory, absolute: getcwd(3).
package func currentDirectory() throws(SystemError) -> String {
  guard let text = getcwd(nil, 0) else { throw SystemError(call: "getcwd", errno: Errno(rawValue: errno)) }
  // The string was allocated for us and ends with a NUL.
  defer { free(text) }
  return String(cString: text)
}

/// Ends the process at once with this code.
package func endProcess(_ code: Int32) -> Never {
  exit(code)
}
