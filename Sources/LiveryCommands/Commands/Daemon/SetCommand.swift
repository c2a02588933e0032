// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import ThemeModel

/// The kinds of `livery set`.
private enum Setting: String, CaseIterable {
  case constant, style, inherit

  /// The operands after the kind.
  var operands: String {
    switch self {
    case .constant: "NAME VALUE"
    case .style: "NAME KEYPATH VALUE"
    case .inherit: "NAME on|off"
    }
  }
}

extension Command {
  static let set = Command(
    "set", "Set a constant or a property of a style in a running daemon",
    details: [
      "`livery set constant NAME VALUE`, `livery set style NAME KEYPATH VALUE` and `livery set inherit NAME on|off`.",
      "VALUE is JSON, as in a theme file of the bundle; text that is not JSON is a string, so that #2196f3 needs "
        + "no second quotes. The value null takes back a value that was set.",
      "KEYPATH is the keys from the style to the property, joined by slashes: highlighted/titleColor. `inherit` says whether "
        + "a modified style keeps its other properties from the files.",
      "It is published at once and lasts as long as the daemon; `livery save` keeps it, `livery reset` takes all back. "
        + "Ends with 1 when the constant or style does not exist, or when the value is not valid.",
    ],
    operands: [
      Operand("KIND", .once, "The kind: constant, style or inherit.", choices: Setting.allCases.map(\.rawValue)),
      Operand("NAME", .once, "The constant or the style."),
      Operand("KEYPATH", .optional, "The property, of a style alone."),
      Operand("VALUE", .once, "The value; on, off or null for inherit."),
    ],
    options: [.bundle, .socket, .timeout],
    examples: [
      Example("livery set constant color-accent '#2196f3'", "Change the accent, everywhere at once."),
      Example("livery set style accent-button cornerRadius 12", "One property of one style."),
      Example("livery set constant color-accent null", "Have the value of the files again."),
    ], run: setValue)
}

private func setValue(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let words = arguments.operands
  guard let kind = Setting(rawValue: words[0]) else {
    throw CommandFailure(.usage, "`\(words[0])` is not a kind", help: "set a constant, a style or inherit")
  }
  switch (kind, words.count) {
  case (.constant, 3):
    return try change(arguments, console) { bundle in
      ThemeInterface.ModifyConstant {
        $0.bundle = bundle
        $0.name = words[1]
        $0.value = value(of: words[2])
      }
    }
  case (.style, 4):
    return try change(arguments, console) { bundle in
      ThemeInterface.ModifyStyle {
        $0.bundle = bundle
        $0.style = words[1]
        $0.keyPath = words[2]
        $0.value = value(of: words[3])
      }
    }
  case (.inherit, 3):
    let choices: [String: Bool?] = ["on": true, "off": false, "null": nil]
    if let inherits = choices[words[2]] {
      return try change(arguments, console) { bundle in
        ThemeInterface.SetStyleInheritance {
          $0.bundle = bundle
          $0.style = words[1]
          $0.inherits = inherits
        }
      }
    }
  case (.constant, _), (.style, _), (.inherit, _): break
  }
  throw CommandFailure(.usage, "write `livery set \(kind.rawValue) \(kind.operands)`", help: "see `livery set --help`")
}

/// Text that is not JSON is a string.
private func value(of text: String) -> ThemeInterface.NewValue {
  // A call may have 64 levels.
  ThemeInterface.NewValue((try? JSONValue(parsing: Array(text.utf8), maximumDepth: 60)) ?? .string(text))
}
