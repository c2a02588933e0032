// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import OutputConfiguration
import OutputFiles
import OutputReload
import ThemeOutputs

/// Restores the file that an output replaced, and lets its program load it.
struct OutputReset {
  private let output: ConfiguredOutput
  private let report: ApplyReport
  private let loop: EventLoop

  init(_ output: ConfiguredOutput, _ report: ApplyReport) throws(SystemError) {
    self.output = output
    self.report = report
    loop = try EventLoop()
  }

  /// - Parameter isForced: whether a file that was changed since Livery wrote it is lost.
  func run(isForced: Bool) throws(CommandFailure) -> ExitCode {
    let target = OutputTarget(path: output.path, format: output.format, overwrites: isForced)
    do throws(OutputProblem) {
      let digests = OutputDigests()
      let isRestored = try target.restore(digests)
      switch output.format.reload {
      case .terminals:
        // Terminals get their own colours, also where no file was kept.
        _ = ReloadPlan(output, file: output.path) { environment($0) }.terminals?.write(TerminalWriting.reset)
      case .none, .kitty, .tmux, .neovim, .resourceDatabase, .settings, .themeOfGTK:
        guard isRestored else {
          throw OutputProblem(
            "nothing was kept beside \(output.path)",
            help: target.isOurs(digests)
              ? "Livery wrote a new file there; take the output out, and remove the file"
              : "Livery did not write what is there, and leaves it; take the output out if it is not wanted")
        }
      }
    } catch {
      throw CommandFailure(.findings, error.message, help: error.help)
    }
    report.say(.reset, output.name, file: output.path, generation: nil)
    if output.format.reload != .terminals { try orInternalError { () throws(SystemError) in try reload() } }
    return .fine
  }

  private func reload() throws(SystemError) {
    let queue = ReloadQueue(loop, ReloadQueue.Tokens(first: 0), SettingsLock(), report.messages(of: output))
    queue.request(ReloadQueue.Request(output, generation: 0))
    while !queue.isIdle {
      for event in try loop.wait() { queue.handle(event) }
    }
  }
}
