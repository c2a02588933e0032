// SPDX-License-Identifier: GPL-2.0-or-later

/// The programs that a format is for.
package enum OutputGroup: String, Sendable {
  case web
  case design
  case native
  case terminal
  case desktop
  case editor
  case any

  /// Whether the colours of its formats are those of roles; else they write the selected values, or a template decides.
  package var takesRoles: Bool {
    switch self {
    case .terminal, .desktop, .editor: true
    case .web, .design, .native, .any: false
    }
  }

  /// Whether its formats write the values that patterns select.
  package var takesSelection: Bool { !takesRoles && self != .any }

  /// The roles that its formats need, and the roles that they may be given.
  package var roles: (needed: [String], optional: [String]) {
    let needed = [Roles.Name.background.rawValue, Roles.Name.foreground.rawValue, "ansi"]
    let terminal: [Roles.Name] = [.cursor, .cursorText, .selection, .selectionText]
    let desktop: [Roles.Name] = [.accent, .window, .view, .border, .error, .warning, .success]
    return switch self {
    case .web, .design, .native, .any: ([], [])
    case .terminal: (needed, terminal.map(\.rawValue))
    case .desktop, .editor: (needed, (terminal + desktop).map(\.rawValue) + ["appearance"])
    }
  }
}
