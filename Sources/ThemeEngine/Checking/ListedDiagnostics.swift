// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension [Diagnostic] {
  /// Of the findings of each rule in each file the first ones in the order of lists, see `FindingList`, and one `more-findings` for
  /// each file that has more. The lists of single files may have such findings already.
  var withinLimit: [Diagnostic] {
    var counts: [Group: Int] = [:]
    func isListed(_ diagnostic: Diagnostic) -> Bool {
      if diagnostic.code == .moreFindings { return false }
      let count = counts[Group(diagnostic)] ?? 0
      counts[Group(diagnostic)] = count + 1
      return count < FindingList.maximumOfRule
    }
    if count <= FindingList.maximumOfRule, !contains(where: { $0.code == .moreFindings }) { return self }
    var listed: [Diagnostic] = []
    var omitted: BytewiseDictionary<Int> = [:]
    for diagnostic in inListOrder {
      if isListed(diagnostic) {
        listed.append(diagnostic)
      } else {
        omitted[diagnostic.file, default: 0] += diagnostic.code == .moreFindings ? diagnostic.omitted : 1
      }
    }
    for (file, count) in omitted.sortedMembers {
      for finding in FindingList.more(count) {
        var diagnostic = Diagnostic(
          code: finding.code, severity: finding.severity, message: finding.message, file: file, range: nil,
          help: finding.help)
        diagnostic.omitted = count
        listed.append(diagnostic)
      }
    }
    return listed
  }
}

/// A rule in a file.
private struct Group: Hashable {
  private let code: DiagnosticCode
  @Bytewise private var file: String

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    file = diagnostic.file
  }
}
