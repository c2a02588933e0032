// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Findings of several contexts, each kept once with the contexts that have it.
struct MergedDiagnostics {
  private var diagnostics: [Diagnostic] = []
  /// By finding: the contexts that have it.
  private var contexts: [[Context]] = []
  /// The last finding of each hash, and by finding: the one before with the same hash. A table with findings as keys would copy
  /// each finding twice.
  private var last: [Int: Int] = [:]
  private var previous: [Int?] = []
  /// A cycle may be reported at any of its references.
  private var cycles: [Set<Diagnostic.Related>: Int] = [:]

  mutating func add(_ found: [Diagnostic], in context: Context) {
    let contexts = [context]
    for number in found.indices {
      if let known = place(of: found[number]) {
        self.contexts[known].append(context)
        diagnostics[known].isUncertain = diagnostics[known].isUncertain && found[number].isUncertain
      } else {
        diagnostics.append(found[number])
        self.contexts.append(contexts)
      }
    }
  }

  /// The place of an equal finding. Without one, notes the finding as the next one.
  private mutating func place(of diagnostic: Diagnostic) -> Int? {
    if diagnostic.code == .cycle {
      let known = cycles[diagnostic.references]
      if known == nil {
        cycles[diagnostic.references] = diagnostics.count
        previous.append(nil)
      }
      return known
    }
    let hash = diagnostic.hashOfPlace
    var candidate = last[hash]
    while let place = candidate {
      if diagnostics[place].code != .cycle, diagnostics[place].essence == diagnostic.essence { return place }
      candidate = previous[place]
    }
    previous.append(last.updateValue(diagnostics.count, forKey: hash))
    return nil
  }

  /// The findings. A finding that holds in only some of the contexts names them.
  consuming func diagnostics(of all: [Context]) -> [Diagnostic] {
    for number in diagnostics.indices where !all.allSatisfy(contexts[number].contains) {
      let named = contexts[number].filter(all.contains)
      // Two contexts with one meaning may differ in a missing theme.
      diagnostics[number].contexts = named.isEmpty ? contexts[number] : named
    }
    return diagnostics
  }
}

extension Diagnostic {
  /// The references of a cycle.
  fileprivate var references: Set<Related> {
    let hops = related.map { Related(message: "", file: $0.file, range: $0.range) }
    return Set(hops).union([Related(message: "", file: file, range: range)])
  }

  fileprivate var hashOfPlace: Int {
    var hasher = Hasher()
    hasher.combine(code)
    hasher.combine(Bytewise(file))
    hasher.combine(range?.start.offset)
    hasher.combine(Bytewise(message))
    return hasher.finalize()
  }

  /// The part that is the same in all contexts. Related places and help may differ from context to context.
  fileprivate var essence: Diagnostic {
    var essence = self
    essence.related = []
    essence.help = nil
    essence.fix = nil
    essence.suggestedName = nil
    essence.isUncertain = false
    return essence
  }
}
