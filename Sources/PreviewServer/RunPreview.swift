// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import PreviewPage
import TerminalIO

/// The program `livery-preview`: serves the page, or writes it, as its one argument says. Ends the process: 0, 1 for a failure, 2
/// for a wrong argument.
package func runPreview() -> Never {
  ignoreBrokenPipeSignal()
  guard CommandLine.arguments.count == 2, let options = PreviewOptions(parsing: CommandLine.arguments[1]) else {
    complain("this program is for `livery preview`, which has a help")
    endProcess(2)
  }
  do throws(PreviewFailure) {
    if options.export != nil {
      try PageExport.write(options)
    } else {
      try PreviewSession(options).run()
    }
  } catch {
    complain(error.reason)
    endProcess(1)
  }
  endProcess(0)
}

/// Tells the user on standard error.
func complain(_ text: String) { _ = try? StandardStream.error.write("livery preview: \(text)\n") }
