// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import TextComparison
import ThemeModel

extension CommandOption {
  fileprivate static let raw = CommandOption(
    "raw", "Print the value as plain text: a colour as #rrggbb or #rrggbbaa, a text without quotes.")
}

extension Command {
  static let get = Command(
    "get", "Print the value at one path, as JSON or as plain text",
    details: [
      AskedBundle.details,
      "With --raw, values that are not a colour, a text, a number with or without a unit, or a name are JSON on one line. Ends with 1 "
        + "when there is no value at the path.",
    ],
    operands: [.valuePath],
    options: [.raw, .generation, .bundle] + CommandOption.asking,
    examples: [
      Example("livery get constants/color-accent --bundle Examples/aurora", "A colour, with all that is known of it."),
      Example("livery get constants/color-accent --raw", "For a script: #2196f3."),
      Example("livery get styles/accent-button --device pad", "A whole style, from the running daemon."),
    ], run: getValue)
}

private func getValue(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let bundle = try AskedBundle(arguments[.bundle], generation: arguments.count(.generation), arguments, console)
  let path = arguments.operands[0]
  let snapshot = try bundle.snapshot(selecting: [path])
  let code = bundle.conclude(snapshot.diagnostics ?? [], arguments, console)
  guard let value = snapshot.value(at: Path.segments(of: path)) else {
    if code == .noBundle { return code }
    // Fails with a suggestion, unless the path has a value that cannot be resolved.
    _ = try bundle.explanation(of: path)
    throw CommandFailure(
      .findings, "`\(path)` cannot be resolved", help: "`livery why \(path)` shows where it is declared")
  }
  console.output.write((arguments.has(.raw) ? value.plainText : value.json.pretty) + "\n")
  return code
}

extension Value {
  /// The value for scripts.
  var plainText: String {
    switch self {
    case .color(let color), .colorReference(let color): color.plainText
    case .colorInSpace(let color): color.plainText
    case .image(let name), .string(let name): name
    case .typed, .object: token?.shortText ?? json.text
    case .null, .bool, .number, .array, .font, .glyph, .point, .size, .rect, .edgeInsets, .calls: json.text
    }
  }
}

extension Color {
  /// `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  var plainText: String {
    let alpha = Int((min(max(alpha, 0), 1) * 255).rounded())
    guard alpha < 255 else { return hex }
    return hex + (alpha < 16 ? "0" : "") + String(alpha, radix: 16)
  }
}

extension ColorInSpace {
  /// As of a colour in sRGB, with the `hex` of its author if there is one.
  fileprivate var plainText: String { hex + srgb.plainText.dropFirst(7) }
}

extension ThemeInterface.Snapshot {
  /// The value at a path of keys; nil for a whole section.
  fileprivate func value(at segments: [String]) -> Value? {
    guard segments.count >= 2, let section = ["constants": constants, "styles": styles][segments[0]] else { return nil }
    return segments.dropFirst().reduce(section) { value, key in
      value?.members.first { Bytewise($0.key) == Bytewise(key) }?.value
    }
  }
}
