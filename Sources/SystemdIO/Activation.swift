// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// The descriptors that a service manager passed to this process: the protocol of sd_listen_fds(3).
///
/// They are numbered from 3 on. `fromEnvironment` removes the variables, so that a child does not take the descriptors for
/// its own.
package struct Activation: Sendable, Equatable {
  package struct Descriptor: Sendable, Hashable {
    /// The name in `LISTEN_FDNAMES`, such as `varlink`. Empty without a name.
    package let name: String
    var number: Int32

    /// Takes ownership of the descriptor. Call it once.
    package func inherit() throws(SystemError) -> InheritedSocket { try InheritedSocket(number: number) }
  }

  package private(set) var descriptors: [Descriptor]

  /// The number of the first descriptor: SD_LISTEN_FDS_START.
  private static let first: Int32 = 3
  private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// - Parameters:
  ///   - process: the number of this process. Descriptors for another process are ignored.
  ///   - first: the number of the first descriptor.
  ///   - variable: looks up a variable of the environment.
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

  /// The descriptors of this process. A second call returns none.
  package static func fromEnvironment() -> Activation {
    var activation = Activation(process: processIdentifier, variable: environment)
    for name in variables { unsetenv(name) }
    _ = raiseDescriptorLimit()
    activation.leaveLowNumbers()
    return activation
  }

  /// Numbers below FD_SETSIZE that passed descriptors leave, so that the process itself can use them.
  private static let selectable: Range<Int32> = 512..<1024

  /// Moves descriptors from these numbers to higher ones: fcntl(2) with F_DUPFD_CLOEXEC. A library that calls select(2) then
  /// finds free numbers, however many connections were passed. A descriptor that cannot be moved stays.
  mutating func leaveLowNumbers(in numbers: Range<Int32> = Self.selectable) {
    for index in descriptors.indices where numbers.contains(descriptors[index].number) {
      let moved = SystemCalls.duplicate(descriptors[index].number, from: numbers.upperBound)
      guard moved >= 0 else { continue }
      _ = SystemCalls.close(descriptors[index].number)
      descriptors[index].number = Int32(moved)
    }
  }
}
