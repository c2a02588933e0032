// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// The number of colours that a stream shows: 0, 16, 256 or all.
package enum ColorDepth: Sendable, Comparable, CaseIterable { case none, sixteen, indexed, full }

/// The style of the text on one stream.
package struct StreamStyle: Sendable, Equatable {
  package var depth: ColorDepth
  /// Whether file names are hyperlinks (OSC 8).
  var showsLinks: Bool

  package init(depth: ColorDepth, showsLinks: Bool) {
    self.depth = depth
    self.showsLinks = showsLinks
  }

  package static let plain = StreamStyle(depth: .none, showsLinks: false)
}

extension StreamStyle {
  /// Decides for a stream by, in this order: the option, NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE, CLICOLOR, TERM=dumb, and
  /// whether the stream is a terminal. An empty variable counts as not set.
  ///
  /// FORCE_COLOR may name a depth: 0 none, 1 sixteen colours, 2 the 256 indexed ones, 3 all.
  package init(choice: ColorChoice, environment: [String: String], isTerminal: Bool) {
    let variables = environment.filter { !$0.value.isEmpty }
    let terminal = variables["TERM"] ?? ""
    let canMove = terminal != "dumb" && terminal != ""
    showsLinks = isTerminal && canMove && terminal != "linux"
    let natural = ColorDepth(colorTerm: variables["COLORTERM"] ?? "", terminal: terminal)
    depth =
      switch choice {
      case .never: .none
      case .always: natural
      case .auto: StreamStyle.depth(natural, variables, isTerminal: isTerminal && canMove)
      }
  }

  private static func depth(
    _ natural: ColorDepth, _ variables: [String: String], isTerminal: Bool
  ) -> ColorDepth {
    if variables["NO_COLOR"] != nil { return .none }
    switch variables["FORCE_COLOR"] {
    case nil: break
    case "0", "false": return .none
    case "2": return max(natural, .indexed)
    case "3": return .full
    default: return natural
    }
    if let force = variables["CLICOLOR_FORCE"], force != "0" { return natural }
    if variables["CLICOLOR"] == "0" { return .none }
    return isTerminal ? natural : .none
  }
}

extension ColorDepth {
  /// The depth that the variables of the terminal name; without them sixteen colours.
  fileprivate init(colorTerm: String, terminal: String) {
    if colorTerm == "truecolor" || colorTerm == "24bit" || terminal.hasSuffix("-direct") {
      self = .full
    } else if terminal.hasSuffix("256color") || terminal.hasSuffix("256") {
      self = .indexed
    } else {
      self = .sixteen
    }
  }

  /// The parameters of Select Graphic Rendition for the nearest colour of this depth, without alpha.
  func foreground(_ color: Color) -> String {
    let red = byte(color.red)
    let green = byte(color.green)
    let blue = byte(color.blue)
    switch self {
    case .none: return ""
    case .full: return "38;2;\(red);\(green);\(blue)"
    case .indexed:
      let level = { (byte: Int) in byte < 48 ? 0 : byte < 115 ? 1 : (byte - 35) / 40 }
      return "38;5;\(16 + 36 * level(red) + 6 * level(green) + level(blue))"
    case .sixteen:
      let bright = max(red, green, blue) > 191 ? 90 : 30
      return "\(bright + (red > 95 ? 1 : 0) + (green > 95 ? 2 : 0) + (blue > 95 ? 4 : 0))"
    }
  }

  private func byte(_ component: Double) -> Int { Int((min(max(component, 0), 1) * 255).rounded()) }
}
