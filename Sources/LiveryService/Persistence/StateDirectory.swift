// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The directory for files that outlast the daemon. One daemon at a time uses it: two would mix their files.
struct StateDirectory: ~Copyable {
  private let lock: DirectoryLock?
  /// Why nothing is kept, while another daemon uses the directory.
  let problem: String?

  /// Makes the directory and locks it. If another daemon uses it, this one keeps nothing and logs that.
  init(_ configuration: inout DaemonConfiguration) throws(DaemonError) {
    guard let directory = configuration.stateDirectory else {
      lock = nil
      problem = nil
      return
    }
    do throws(SystemError) {
      try makeDirectories(directory, mode: 0o700)
      lock = try DirectoryLock(directory)
    } catch {
      throw .stateDirectory(error)
    }
    guard lock == nil else {
      problem = nil
      return
    }
    let problem =
      "another daemon uses the state directory \(directory): nothing is stored for the next start; choose a different one with --state-dir"
    self.problem = problem
    configuration.log.warning(problem)
    configuration.stateDirectory = nil
  }
}
