// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension [Diagnostic] {
  /// Of the findings of each rule in each file the first ones in the order of lists, see `FindingList`, and `more-findings` for those
  /// that are left out. The lists of single files may have left out some already.
  var withinLimit: [Diagnostic] {
    if !mayExceedLimit { return self }
    var files = TextNumbers()
    var counts: [Group: Int] = [:]
    var listed: [Diagnostic] = []
    var omitted: [Group: OmittedFindings] = [:]
    for diagnostic in inListOrder {
      let group = Group(
        rule: diagnostic.omitted?.rule ?? diagnostic.code, file: files.number(of: diagnostic.file))
      if diagnostic.omitted == nil {
        counts[group, default: 0] += 1
        if counts[group, default: 0] <= FindingList.maximumOfRule {
          listed.append(diagnostic)
          continue
        }
      }
      omitted[group, default: .init(group.rule)].add(diagnostic.omitted?.count ?? 1, severity: diagnostic.severity)
    }
    for (group, omitted) in omitted {
      var diagnostic = Diagnostic(
        code: .moreFindings, severity: omitted.severity, message: omitted.message, file: files.texts[group.file],
        range: nil, help: omitted.help)
      diagnostic.omitted = omitted
      listed.append(diagnostic)
    }
    return listed
  }

  /// Whether a file may have more findings of a rule than are listed. Does not depend on their order.
  private var mayExceedLimit: Bool {
    if contains(where: { $0.omitted != nil }) { return true }
    if count <= FindingList.maximumOfRule { return false }
    var files = TextNumbers()
    var counts: [Group: Int] = [:]
    for diagnostic in self {
      let group = Group(rule: diagnostic.code, file: files.number(of: diagnostic.file))
      counts[group, default: 0] += 1
      if counts[group, default: 0] > FindingList.maximumOfRule { return true }
    }
    return false
  }
}

/// A rule in a numbered file.
private struct Group: Hashable {
  let rule: DiagnosticCode
  let file: Int
}
