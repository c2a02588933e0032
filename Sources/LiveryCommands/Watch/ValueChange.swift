// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A value that a generation changed, as the screen of `livery watch` shows it.
struct ValueChange: Sendable, Equatable {
  /// `styles/RBButton/titleColor`.
  var path: String
  /// Nil where there was none.
  var old: Value?
  /// Nil where there is none any more.
  var new: Value?
  /// Where the edit was that caused it, when that is known.
  var cause: Cause?

  /// The first changes of a delta.
  ///
  /// - Parameters:
  ///   - limit: more are not looked at.
  ///   - old: the value at a path before the delta.
  static func first(_ limit: Int, of delta: Delta, old: (String) -> Value?) -> [ValueChange] {
    // Which cause led to which value is known only when there is one.
    let cause = delta.cause.count == 1 ? delta.cause.first : nil
    return delta.patch.prefix(limit).map { operation in
      let path = String(operation.path.dropFirst())
      switch operation {
      case .add(_, let value): return ValueChange(path: path, new: value, cause: cause)
      case .remove: return ValueChange(path: path, old: old(path), cause: cause)
      case .replace(_, let value): return ValueChange(path: path, old: old(path), new: value, cause: cause)
      }
    }
  }

  /// `~ styles/Button/backgroundColor   ██ #1976d2 → ██ #2196f3   palette.json:7`.
  func line(prefix: String = "") -> StyledLine {
    var line = StyledLine()
    switch (old, new) {
    case (nil, _): line.append("+ ", .help)
    case (_, nil): line.append("- ", .error)
    case (_, _): line.append("~ ", .info)
    }
    line.append(path)
    line.append("   ")
    if let old { line.append(old) }
    if old != nil, new != nil { line.append(" → ", .dim) }
    if let new { line.append(new) }
    if let cause { line.append("   \(prefix)\(cause.file):\(cause.line)", .dim) }
    return line
  }
}
