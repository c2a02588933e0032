// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// One line for a terminal. Its styles are meanings instead of colours, so that tests need no terminal.
package struct StyledLine: Sendable, Equatable {
  package enum Style: Sendable, Equatable {
    case plain, bold, dim, error, warning, info, help, gutter
    /// Two cells of a colour. A stream without colours omits them. Indirect, so that the usual styles are small.
    indirect case swatch(Color)
  }

  package struct Span: Sendable, Equatable {
    @Bytewise package private(set) var text: String
    package let style: Style
    /// The absolute path of the file that the text links to.
    @Bytewise private(set) var file: String?
  }

  package private(set) var spans: [Span] = []

  package init() {}

  package init(_ text: String, _ style: Style = .plain) { append(text, style) }

  /// Appends a text, which may be foreign: its control characters are replaced.
  package mutating func append(_ text: String, _ style: Style = .plain, file: String? = nil) {
    guard !text.isEmpty else { return }
    if spans.isEmpty { spans.reserveCapacity(4) }
    spans.append(Span(text: text.printable, style: style, file: file))
  }

  package mutating func append(_ line: StyledLine) { spans += line.spans }

  /// Appends a swatch and a blank.
  package mutating func appendSwatch(_ color: Color) {
    spans.append(Span(text: "██ ", style: .swatch(color)))
  }

  /// Appends a text, with a swatch before each `#rrggbb`.
  package mutating func appendNamingColors(_ text: String, _ style: Style = .plain) {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return append(text, style) }
    var start = text.startIndex
    var rest = text[...]
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      rest = rest[rest.utf8.index(after: mark)...]
      let digits = rest.prefix { $0.isHexDigit && $0.isASCII }
      guard digits.count == 6, let color = Color(hexDigits: digits) else { continue }
      append(String(text[start..<mark]), style)
      appendSwatch(color)
      start = mark
      rest = rest[digits.endIndex...]
    }
    append(String(text[start...]), style)
  }

  /// The number of cells of the line at a colour depth.
  package func width(_ depth: ColorDepth) -> Int {
    spans.reduce(0) { $0 + ($1.style.isShown(depth) ? $1.text.displayWidth : 0) }
  }

  /// The line cut to a number of cells. If it is too long, the last cell is an ellipsis.
  package func truncated(to limit: Int, _ depth: ColorDepth) -> StyledLine {
    guard width(depth) > limit else { return self }
    guard limit > 0 else { return StyledLine() }
    var result = StyledLine()
    var left = limit - 1
    for span in spans where span.style.isShown(depth) {
      let kept = span.text.prefix(cells: left)
      left -= kept.displayWidth
      if !kept.isEmpty { result.spans.append(Span(text: kept, style: span.style, file: span.file)) }
      if kept.utf8.count < span.text.utf8.count { break }
    }
    result.spans.append(Span(text: "…", style: .dim))
    return result
  }

  /// The line as it is written to a stream, without a line feed.
  package func text(for stream: StreamStyle) -> String {
    var lines = StyledLines()
    lines.append(self)
    return String(decoding: lines.bytes(for: stream), as: UTF8.self)
  }
}

extension StyledLine.Style {
  /// Whether a stream has texts of this style.
  func isShown(_ depth: ColorDepth) -> Bool {
    if case .swatch = self { depth != .none } else { true }
  }

  /// The parameters of Select Graphic Rendition (ECMA-48, 8.3.117), with the colours of the terminal's palette.
  func codes(_ depth: ColorDepth) -> String {
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

extension Color {
  fileprivate init?(hexDigits digits: Substring) {
    guard let number = Int(digits, radix: 16) else { return nil }
    self.init(
      red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
  }
}
