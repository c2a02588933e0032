// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// The descriptors that a service manager handed to this process when it started it: sd_listen_fds(3), spoken directly.
///
/// They are numbered from 3 on. The variables that tell of them are for this process alone, so `take` removes them from the
/// environment: a child does not take them for its own.
package struct Activation: Sendable, Equatable {
  package struct Descriptor: Sendable, Hashable {
    /// What `LISTEN_FDNAMES` calls it, such as `varlink`; empty when it says nothing.
    package let name: String
    var number: Int32

    /// Makes the descriptor this process's own. To be called once.
    package func inherit() throws(SystemError) -> InheritedSocket { try InheritedSocket(number: number) }
  }

  package private(set) var descriptors: [Descriptor]

  /// The first number that is handed over: SD_LISTEN_FDS_START.
  private static let first: Int32 = 3
  private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// - Parameters:
  ///   - process: the number of this process; what is meant for another is not looked at.
  ///   - first: the number of the first descriptor.
  ///   - variable: the environment.
  init(process: Int32, first: Int32 = Self.first, variable: (String) -> String?) {
    guard variable("LISTEN_PID").flatMap({ Int32($0) }) == process,
      let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0, count < Int32.max - first
    else {
      descriptors = []
      return
    }
    let names = (variable("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
    descriptors = (0..<count).map { index in
      Descriptor(name: names.dropFirst(Int(index)).first.map(String.init) ?? "", number: first + index)
    }
  }

  /// What this process was given. A second look finds nothing.
  package static func take() -> Activation {
    var activation = Activation(process: processIdentifier, variable: environment)
    for name in variables { unsetenv(name) }
    _ = raiseDescriptorLimit()
    activation.leaveLowNumbers()
    return activation
  }

  /// Numbers below FD_SETSIZE from which on descriptors are moved away, so that so many stay for the process itself.
  private static let selectable: Range<Int32> = 512..<1024

  /// Moves what is in the upper half of the numbers that select(2) takes beyond them: fcntl(2) with F_DUPFD_CLOEXEC. A library
  /// that calls it finds low numbers free then, however many connections were handed over. What cannot be moved stays.
  mutating func leaveLowNumbers(in numbers: Range<Int32> = Self.selectable) {
    for index in descriptors.indices where numbers.contains(descriptors[index].number) {
      let moved = SystemCalls.duplicate(descriptors[index].number, from: numbers.upperBound)
      guard moved >= 0 else { continue }
      _ = SystemCalls.close(descriptors[index].number)
      descriptors[index].number = Int32(moved)
    }
  }
}
