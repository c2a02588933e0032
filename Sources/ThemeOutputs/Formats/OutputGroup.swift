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

  /// The treatment of values that its formats cannot hold, for people.
  package var policy: String {
    switch self {
    case .terminal, .desktop, .editor:
      "Colours are opaque and in sRGB: transparent ones are composited over the background, those of other spaces are mapped into "
        + "sRGB as CSS does."
    case .web:
      "Values without a form in CSS (null, lists, calls, true and false) are left out. A colour outside sRGB is its nearest colour "
        + "there, and itself within `@supports`."
    case .design:
      "Values of types that the format does not have are left out: texts, true and false, lists, images, points and their like. A "
        + "value whose name is also that of a group is the group's `$root`."
    case .native:
      "Values that the target has no type for are left out, or are untyped. Colours are in sRGB; SwiftUI and asset catalogs have "
        + "those of Display P3 as they are."
    case .any: "The template decides."
    }
  }
}
