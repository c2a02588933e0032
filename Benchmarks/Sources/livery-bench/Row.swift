// SPDX-License-Identifier: GPL-2.0-or-later

/// A named benchmark: some cases, each measured beside its baseline, round by round in turn.
protocol Row: SendableMetatype {
  static var name: String { get }
  static var summary: String { get }

  init()

  /// Reports each case as it is done. Throws when the rest of the row cannot run.
  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws
}
