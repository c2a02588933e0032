// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension [Diagnostic] {
  /// The findings with the severity of those that files do not list: the highest one of the rules that have as many findings as are
  /// kept. So errors that are not listed count, even if all that are listed are silenced.
  var withSeverityOfOmitted: [Diagnostic] {
    if !contains(where: { $0.code == .moreFindings }) { return self }
    var counts: [Group: Int] = [:]
    var severities: BytewiseDictionary<Severity> = [:]
    for diagnostic in self {
      counts[Group(diagnostic), default: 0] += 1
      guard counts[Group(diagnostic)] == FindingList.maximumOfRule else { continue }
      severities[diagnostic.file] = Swift.max(severities[diagnostic.file] ?? .info, diagnostic.severity)
    }
    return map { diagnostic in
      guard diagnostic.code == .moreFindings else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.severity = severities[diagnostic.file] ?? .info
      return diagnostic
    }
  }

  /// Of the findings of each rule in each file the first ones in the order of lists, see `FindingList`, and one `more-findings` for
  /// each file that has more, with the highest severity of these. The lists of single files may have such findings already.
  var withinLimit: [Diagnostic] {
    if count <= FindingList.maximumOfRule, !contains(where: { $0.code == .moreFindings }) { return self }
    var counts: [Group: Int] = [:]
    var listed: [Diagnostic] = []
    var omitted: BytewiseDictionary<(count: Int, severity: Severity)> = [:]
    for diagnostic in inListOrder {
      let isMore = diagnostic.code == .moreFindings
      if !isMore {
        counts[Group(diagnostic), default: 0] += 1
        if counts[Group(diagnostic), default: 0] <= FindingList.maximumOfRule {
          listed.append(diagnostic)
          continue
        }
      }
      let known = omitted[diagnostic.file] ?? (0, .info)
      omitted[diagnostic.file] = (
        known.count + (isMore ? diagnostic.omitted : 1), Swift.max(known.severity, diagnostic.severity)
      )
    }
    for (file, omitted) in omitted.sortedMembers {
      for finding in FindingList.more(omitted.count) {
        var diagnostic = Diagnostic(
          code: finding.code, severity: omitted.severity, message: finding.message, file: file, range: nil,
          help: finding.help)
        diagnostic.omitted = omitted.count
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
