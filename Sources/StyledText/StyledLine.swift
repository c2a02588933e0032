// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// One line for a terminal: text with meanings instead of colours, so that what is shown can be tested without either.
package struct StyledLine: Sendable, Equatable {
  package enum Style: Sendable, Equatable {
    case plain, bold, dim, error, warning, info, help, gutter
    /// Two cells full of a colour; left out where there are no colours.
    case swatch(Color)
  }

  package struct Span: Sendable, Equatable {
    @Bytewise package private(set) var text: String
    package let style: Style
    /// The absolute path of a file that the text leads to.
    @Bytewise private(set) var file: String?
  }

  package private(set) var spans: [Span] = []

  package init() {}

  package init(_ text: String, _ style: Style = .plain) { append(text, style) }

  /// Appends foreign text as well as our own: nothing of it reaches the terminal's controls.
  package mutating func append(_ text: String, _ style: Style = .plain, file: String? = nil) {
    guard !text.isEmpty else { return }
    spans.append(Span(text: text.printable, style: style, file: file))
  }

  package mutating func append(_ line: StyledLine) { spans += line.spans }

  /// Appends a swatch and the blank that sets it off.
  package mutating func appendSwatch(_ color: Color) {
    spans.append(Span(text: "██ ", style: .swatch(color)))
  }

  /// The cells that the line takes at that colour depth.
  package func width(_ depth: ColorDepth) -> Int {
    spans.reduce(0) { $0 + ($1.isShown(depth) ? $1.text.displayWidth : 0) }
  }

  /// The line cut to a number of cells, with an ellipsis in the last one when something is cut off.
  package func truncated(to limit: Int, _ depth: ColorDepth) -> StyledLine {
    guard width(depth) > limit else { return self }
    guard limit > 0 else { return StyledLine() }
    var result = StyledLine()
    var left = limit - 1
    for span in spans where span.isShown(depth) {
      var kept = ""
      var isCut = false
      for character in span.text {
        guard character.displayWidth <= left else {
          isCut = true
          break
        }
        kept.append(character)
        left -= character.displayWidth
      }
      if !kept.isEmpty { result.spans.append(Span(text: kept, style: span.style, file: span.file)) }
      if isCut { break }
    }
    result.spans.append(Span(text: "…", style: .dim))
    return result
  }
}

extension StyledLine.Span {
  fileprivate func isShown(_ depth: ColorDepth) -> Bool {
    if case .swatch = style { depth != .none } else { true }
  }
}

extension StyledLine {
  /// The line as it is written to a stream, without a line end.
  package func text(for stream: StreamStyle) -> String {
    spans.filter { $0.isShown(stream.depth) }.map { $0.text(for: stream) }.joined()
  }
}

extension StyledLine.Span {
  fileprivate func text(for stream: StreamStyle) -> String {
    let codes = style.codes(stream.depth)
    let colored = codes.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    guard stream.showsLinks, let file else { return colored }
    return "\u{1B}]8;;\(fileURI(file))\u{1B}\\\(colored)\u{1B}]8;;\u{1B}\\"
  }
}

extension StyledLine.Style {
  /// The parameters of Select Graphic Rendition (ECMA-48, 8.3.117); the sixteen colours keep to the terminal's palette.
  fileprivate func codes(_ depth: ColorDepth) -> String {
    guard depth != .none else { return "" }
    return switch self {
    case .plain: ""
    case .bold: "1"
    case .dim: "2"
    case .error: "1;31"
    case .warning: "1;33"
    case .info: "1;36"
    case .help: "32"
    case .gutter: "34"
    case .swatch(let color): depth.foreground(color)
    }
  }
}
