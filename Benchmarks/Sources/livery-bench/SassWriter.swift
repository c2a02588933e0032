// SPDX-License-Identifier: GPL-2.0-or-later

/// Writes a sketch as equivalent SCSS: constants as variables that are also printed as custom properties, styles as rules,
/// inherited styles as mixins. One partial for each file of the Redbeard bundle.
struct SassWriter {
  private static let fileSize = 1900

  private let directory: String
  /// Styles that other styles inherit.
  private let parents: Set<String>
  private var text = ""
  private var fileCount = 0
  /// The partial with the rule `edited`.
  private(set) var lastPartial = ""

  /// Writes `main.scss` and its partials into a new directory.
  init(_ sketch: ThemeSketch, directory: String) throws {
    try self.init(parentsOf: sketch, directory: directory)
    for item in sketch.items {
      text += text(item)
      if text.utf8.count >= Self.fileSize { try finishFile() }
    }
    text += text(.style(sketch.edited))
    try finishFile()
    lastPartial = "\(directory)/_part-\(fileCount - 1).scss"
    let imports = (0..<fileCount).map { "@import \"part-\($0)\";\n" }.joined()
    try Files.write(imports, to: "\(directory)/main.scss")
  }

  /// Writes the same as one file, the rule `edited` first.
  static func writeSingle(_ sketch: ThemeSketch, directory: String) throws {
    var writer = try SassWriter(parentsOf: sketch, directory: directory)
    writer.text = writer.text(.style(sketch.edited)) + sketch.items.map(writer.text).joined()
    try Files.write(writer.text, to: "\(directory)/main.scss")
  }

  private init(parentsOf sketch: ThemeSketch, directory: String) throws {
    self.directory = directory
    parents = Set(
      sketch.items.compactMap {
        guard case .style(let style) = $0 else { return nil }
        return style.parent
      })
    try Files.makeDirectory(directory)
  }

  private mutating func finishFile() throws {
    guard !text.isEmpty else { return }
    try Files.write(text, to: "\(directory)/_part-\(fileCount).scss")
    fileCount += 1
    text = ""
  }

  private func text(_ item: ThemeSketch.Item) -> String {
    switch item {
    case .constant(let constant):
      return """
        $\(constant.name): \(Self.text(constant.expression));
        :root { --\(constant.name): #{$\(constant.name)}; }

        """
    case .style(let style):
      var lines = style.parent.map { ["  @include \($0);"] } ?? []
      lines += style.properties.map { "  \($0.name): \(Self.text($0.expression));" }
      if !style.highlighted.isEmpty {
        lines.append("  &:active {")
        lines += style.highlighted.map { "    \($0.name): \(Self.text($0.expression));" }
        lines.append("  }")
      }
      let body = lines.joined(separator: "\n")
      guard parents.contains(style.name) else { return ".\(style.name) {\n\(body)\n}\n" }
      return "@mixin \(style.name) {\n\(body)\n}\n.\(style.name) { @include \(style.name); }\n"
    }
  }

  private static func text(_ expression: ThemeSketch.Expression) -> String {
    switch expression {
    case .color(let hex): hex
    case .number(let number): "\(number)px"
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    case .reference(let id): "$\(id)"
    }
  }
}
