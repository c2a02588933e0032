// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Findings of several contexts, each kept once with the contexts that have it.
struct MergedDiagnostics {
  /// The part of a finding that is the same in all contexts. A cycle may be reported at any of its references.
  private enum Essence: Hashable {
    case finding(Diagnostic)
    case cycle(Set<Diagnostic.Related>)
  }

  private var places: [Essence: Int] = [:]
  private var merged: [(diagnostic: Diagnostic, contexts: [Context])] = []

  mutating func add(_ diagnostics: [Diagnostic], in context: Context) {
    for diagnostic in diagnostics {
      let essence = Self.essence(of: diagnostic)
      if let place = places[essence] {
        merged[place].contexts.append(context)
        merged[place].diagnostic.isUncertain = merged[place].diagnostic.isUncertain && diagnostic.isUncertain
      } else {
        places[essence] = merged.count
        merged.append((diagnostic, [context]))
      }
    }
  }

  private static func essence(of diagnostic: Diagnostic) -> Essence {
    if diagnostic.code == .cycle {
      let hops = diagnostic.related.map { Diagnostic.Related(message: "", file: $0.file, range: $0.range) }
      return .cycle(Set(hops).union([.init(message: "", file: diagnostic.file, range: diagnostic.range)]))
    }
    // Related places and help may differ from context to context.
    var essence = diagnostic
    essence.related = []
    essence.help = nil
    essence.fix = nil
    essence.suggestedName = nil
    essence.isUncertain = false
    return .finding(essence)
  }

  /// The findings. A finding that holds in only some of the contexts names them.
  func diagnostics(of contexts: [Context]) -> [Diagnostic] {
    merged.map { diagnostic, holds in
      var diagnostic = diagnostic
      if !contexts.allSatisfy(holds.contains) {
        let named = holds.filter(contexts.contains)
        // Two contexts with one meaning may differ in a missing theme.
        diagnostic.contexts = named.isEmpty ? holds : named
      }
      return diagnostic
    }
  }
}
