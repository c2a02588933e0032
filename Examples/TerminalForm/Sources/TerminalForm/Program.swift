// SPDX-License-Identifier: MIT

import Glibc
import LiveryClient
import Synchronization

/// A form in the terminal that looks as a theme says, and changes its look while somebody edits the theme.
@main enum Program {
  /// Set by a signal that asks the program to end.
  static let isToldToEnd = Atomic(false)

  static func main() {
    let theme: PolledTheme
    do {
      theme = try PolledTheme(options(CommandLine.arguments.dropFirst()))
    } catch {
      fail("\(error)")
    }
    guard let terminal = Terminal() else { fail("terminal-form wants a terminal") }
    var form = Form()
    var status = theme.process().map(Status().after) ?? Status()
    // A signal ends the wait for keys: a new size is drawn, and an end is seen.
    for number in [SIGWINCH, SIGTERM, SIGHUP, SIGINT] {
      signal(number) { if $0 != SIGWINCH { Program.isToldToEnd.store(true, ordering: .relaxed) } }
    }
    while !isToldToEnd.load(ordering: .relaxed) {
      terminal.show(FormScreen(form: form, status: status, theme: theme.snapshot).draw(on: terminal.size))
      var requests = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: theme.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&requests, 2, -1) > 0 else { continue }
      if let update = theme.process() { status = status.after(update) }
      guard requests[0].revents != 0 else { continue }
      guard let keys = terminal.keys() else { break }
      for key in keys {
        switch form.take(key) {
        case .stay: break
        case .leave: isToldToEnd.store(true, ordering: .relaxed)
        case .speak(let language): theme.setContext(Theme.Context(language: language))
        }
      }
    }
    theme.close()
  }

  /// `[BUNDLE] [--socket PATH]`
  private static func options(_ arguments: ArraySlice<String>) -> Theme.Options {
    var options = Theme.Options(name: "terminal-form")
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--socket":
        guard let path = rest.popFirst() else { fail("--socket wants a path") }
        options.socket = path
      case _ where argument.hasPrefix("-"): fail("usage: terminal-form [BUNDLE] [--socket PATH]")
      default: options.bundle = argument
      }
    }
    return options
  }

  private static func fail(_ message: String) -> Never {
    let bytes = Array("\(message)\n".utf8)
    write(STDERR_FILENO, bytes, bytes.count)
    exit(2)
  }
}
