// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

extension Command {
  static let get = Command(
    "get", "Print the value at one path, as JSON",
    details: [AskedBundle.details, "Ends with 1 when there is no value at the path."],
    operands: [
      Operand(name: "PATH", occurrence: .once, summary: "Such as constants/color-accent or styles/RBButton/titleColor.")
    ],
    options: [.bundle] + CommandOption.asking,
    examples: [
      Example(
        line: "livery get constants/color-accent --bundle Examples/aurora",
        summary: "A colour, with all that is known of it."),
      Example(line: "livery get styles/RBButton --device pad", summary: "A whole style, from the running daemon."),
    ], run: getValue)
}

private func getValue(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let bundle = try AskedBundle(arguments[.bundle], arguments, console)
  let path = arguments.operands[0]
  let snapshot = try bundle.snapshot(selecting: [path])
  let code = bundle.conclude(snapshot["diagnostics"]?.array ?? [], arguments, console)
  guard let value = snapshot.value(at: Path.segments(of: path)) else {
    if code == .noBundle { return code }
    // Says what was meant, unless something is declared there that comes to nothing.
    _ = try bundle.explanation(of: path)
    throw CommandFailure(
      .findings, "`\(path)` comes to nothing", help: "`livery why \(path)` tells where it is declared")
  }
  console.output.write(value.pretty + "\n")
  return code
}

extension JSONValue {
  /// The value at a path of keys; nil as well for the whole and for a whole section.
  fileprivate func value(at segments: [String]) -> JSONValue? {
    guard segments.count >= 2, segments[0] == "constants" || segments[0] == "styles" else { return nil }
    return segments.reduce(self) { value, key in value?[key] }
  }
}
