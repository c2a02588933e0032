// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Findings of several contexts, each kept once with the contexts that have it.
struct MergedDiagnostics {
  private var diagnostics: [Diagnostic] = []
  /// All contexts in the order in which they came, and the number of each.
  private var contexts: [Context] = []
  private var numbers: [Context: Int] = [:]
  /// By finding: the numbers of the contexts that have it.
  private var holders: [[Int]] = []
  /// The last finding of each hash, and by finding: the one before with the same hash. A table with findings as keys would copy
  /// each finding twice.
  private var last: [Int: Int] = [:]
  private var previous: [Int?] = []
  /// The number of comparisons of two findings, for tests.
  private(set) var comparisons = 0
  /// A cycle may be reported at any of its references.
  private var cycles: [Set<Diagnostic.Related>: Int] = [:]

  mutating func add(_ found: [Diagnostic], in context: Context) {
    if found.isEmpty { return }
    let holder = numbers[context] ?? contexts.count
    if holder == contexts.count {
      numbers[context] = holder
      contexts.append(context)
    }
    for diagnostic in found {
      if let known = place(of: diagnostic) {
        if holders[known].last != holder { holders[known].append(holder) }
        if diagnostics[known].isUncertain, !diagnostic.isUncertain { diagnostics[known].isUncertain = false }
      } else {
        diagnostics.append(diagnostic)
        holders.append([holder])
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
      comparisons += 1
      if diagnostics[place].code != .cycle, diagnostics[place].isSame(as: diagnostic) { return place }
      candidate = previous[place]
    }
    previous.append(last.updateValue(diagnostics.count, forKey: hash))
    return nil
  }

  /// The findings. A finding that holds in only some of the contexts names them.
  consuming func diagnostics(of all: [Context]) -> [Diagnostic] {
    let wanted = Set(all.compactMap { numbers[$0] })
    // A context without any finding has no number.
    let isEachWanted = wanted.count == all.count
    for number in diagnostics.indices {
      let named = holders[number].filter(wanted.contains)
      if isEachWanted, named.count == all.count { continue }
      // Two contexts with one meaning may differ in a missing theme.
      diagnostics[number].contexts = (named.isEmpty ? holders[number] : named).map { contexts[$0] }
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
    hasher.combine(Bytewise(id))
    hasher.combine(Bytewise(path))
    // A value has few findings of one rule at one place. In a binary property list no finding has a range.
    if range == nil || id == nil { hasher.combine(Bytewise(message)) }
    return hasher.finalize()
  }

  /// Whether this is the finding of another context. Its related places, help, fix and certainty may differ there.
  fileprivate func isSame(as other: Diagnostic) -> Bool {
    code == other.code && severity == other.severity && range == other.range && omitted == other.omitted
      && heldBackSince == other.heldBackSince && contexts == other.contexts
      && isConsequence == other.isConsequence && hidesDeclarations == other.hidesDeclarations
      && Bytewise(file) == Bytewise(other.file) && Bytewise(message) == Bytewise(other.message)
      && Bytewise(id) == Bytewise(other.id) && Bytewise(path) == Bytewise(other.path)
      && Bytewise(missingName) == Bytewise(other.missingName)
  }
}
