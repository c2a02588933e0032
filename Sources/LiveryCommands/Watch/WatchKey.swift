// SPDX-License-Identifier: GPL-2.0-or-later

/// The keys of `livery watch`.
enum WatchKey: Character, CaseIterable, Sendable {
  case quit = "q"
  case clear = "c"
  case recheck = "r"
  case delta = "d"
  case context = "v"
  case help = "?"

  var name: String {
    switch self {
    case .quit: "quit"
    case .clear: "clear"
    case .recheck: "check again"
    case .delta: "last delta"
    case .context: "next context"
    case .help: "help"
    }
  }

  var summary: String {
    switch self {
    case .quit: "Quit. So does Ctrl-C."
    case .clear: "Clear the changed values."
    case .recheck: "Read all files again and check them."
    case .delta: "Show all values that the last generation changed, or the findings again."
    case .context: "Show the next context that livery.json names, in turn."
    case .help: "Show these keys, or the findings again."
    }
  }
}
