// SPDX-License-Identifier: MIT

import Glibc

package var processIdentifier: Int32 { getpid() }

/// The user whose rights this process has.
package var effectiveUser: UInt32 { geteuid() }

/// A variable of the environment. An empty variable counts as set.
package func environment(_ name: String) -> String? {
  guard let text = getenv(name) else { return nil }
  return String(cString: text)
}

/// All variables of the environment, as `NAME=VALUE`.
package func environmentVariables() -> [String] {
  var variables: [String] = []
  // The array ends with a null pointer, and nobody changes it while this thread runs.
  var next = environ
  while let variable = next.pointee {
    variables.append(String(cString: variable))
    next += 1
  }
  return variables
}

/// The working directory, absolute: getcwd(3).
package func currentDirectory() throws(SystemError) -> String {
  var path: UnsafeMutablePointer<CChar>?
  try value(SystemCalls.currentDirectory(&path), of: "getcwd")
  guard let text = path else { return "/" }
  // The caller of getcwd owns the string, which ends with a NUL.
  defer { free(text) }
  return String(cString: text)
}

/// Raises the soft limit of open files to the hard limit, and returns it: setrlimit(2). The usual soft limit of 1,024 is for
/// programs that call select(2).
package func raiseDescriptorLimit() -> Int {
  var limit = rlimit()
  guard SystemCalls.getDescriptorLimit(&limit) >= 0 else { return 1024 }
  var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
  if limit.rlim_cur < limit.rlim_max, SystemCalls.setDescriptorLimit(&raised) >= 0 { limit = raised }
  return Int(clamping: limit.rlim_cur)
}

package func endProcess(_ code: Int32) -> Never {
  exit(code)
}

/// Lets 50 ms pass, for a command that waits for another process.
package func sleepBriefly() {
  _ = Glibc.poll(nil, 0, 50)
}

/// _exit(2): ends the process without the functions that libraries registered for its end.
package func endProcessAtOnce(_ code: Int32) -> Never {
  _exit(code)
}
