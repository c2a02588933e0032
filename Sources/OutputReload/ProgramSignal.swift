// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO

/// Tells running programs by a signal to read their files again.
///
/// A signal that a program does not expect ends it. So each process is held by a descriptor, and gets the signal only when its
/// file, its user, its arguments and the masks of all its threads say that it waits for it. A copy that a program makes of itself
/// to run another one, such as the shell of a new window, has these masks too, but gives them up next: it gets no signal.
package struct ProgramSignal: Sendable {
  /// The name of the program's file.
  let program: String
  let signal: Int32

  /// kitty reads its configuration again at SIGUSR1. Its kittens run the same file, and die of it.
  package static let kitty = ProgramSignal(program: "kitty", signal: 10)

  /// The outcome for the processes of the program.
  package struct Outcome: Sendable, Equatable {
    /// Processes that got the signal.
    package var reached = 0
    /// Processes that do not expect the signal now: they may be starting.
    package var skipped: [Int32] = []
  }

  /// Sends the signal to each process of the program that expects it.
  ///
  /// - Parameter processes: those that were skipped before; nil for all.
  package func send(only processes: [Int32]? = nil) -> Outcome { send(to: ProcessTable(), only: processes) }

  func send(to table: ProcessTable, only processes: [Int32]? = nil) -> Outcome {
    var outcome = Outcome()
    for process in processes ?? table.processes(running: program) {
      guard Self.isMain(table.arguments(of: process)) else { continue }
      // The descriptor stays with this process, even if a new process gets its number: all facts are read again.
      guard let descriptor = try? ProcessIO.processDescriptor(process) else { continue }
      guard table.name(of: process) == program, Self.isMain(table.arguments(of: process)),
        !table.isCopy(process, of: program), table.isReady(process, for: signal), ProcessIO.signal(descriptor, signal)
      else {
        outcome.skipped.append(process)
        continue
      }
      outcome.reached += 1
    }
    return outcome
  }

  /// Whether a process is the program itself, and not a helper of it: `kitty +kitten …` and `kitty @ …` are.
  private static func isMain(_ arguments: [String]?) -> Bool {
    guard let arguments else { return false }
    guard let first = arguments.first else { return true }
    return first == "+open" || first.utf8.first != UInt8(ascii: "+") && first.utf8.first != UInt8(ascii: "@")
  }
}
