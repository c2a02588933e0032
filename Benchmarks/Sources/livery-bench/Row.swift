// SPDX-License-Identifier: GPL-2.0-or-later

/// A named benchmark. Each of its cases is measured in turn with its baseline, round by round.
protocol Row: SendableMetatype {
  static var name: String { get }
  static var summary: String { get }

  init()

  /// Reports each finished case. Throws if the rest of the row cannot run.
  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws
}
