// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The limits of a bundle's history.
package struct HistoryLimits: Sendable, Hashable {
  /// 0 for no history.
  package var generations: Int
  /// Bytes of replaced files. Of older generations only the states are kept then.
  package var bytes: Int

  package init(generations: Int, bytes: Int) {
    self.generations = generations
    self.bytes = bytes
  }
}

/// The last generations with their states and the bytes that they replaced. Snapshots share their equal parts with each other and with
/// those that consumers resume from.
struct GenerationRing {
  struct Entry {
    var generation: Int
    /// Seconds since 1970.
    var time: Int
    var kind: GenerationKind
    var causes: [Cause]
    /// The bytes of the files before this generation; nil when the bytes were dropped.
    var files: BytewiseDictionary<ReplacedFile>?
    var snapshots: [Context: Snapshot] = [:]
    /// The numbers of changed values that were counted.
    var counts: [Context: Int] = [:]
  }

  var limits = HistoryLimits(generations: 0, bytes: 0) {
    didSet {
      dropOldest()
      dropBytes()
    }
  }
  /// The oldest first. Those without bytes come before all others.
  private(set) var entries: [Entry] = []
  /// The states before the first entry.
  private var base: [Context: Snapshot] = [:]
  private var byteCount = 0

  /// Changed values that are counted.
  static let maximumCount = 1000

  // MARK: Recording

  mutating func append(_ entry: Entry) {
    var entry = entry
    if entry.kind == .overlay, let newest = entries.last, newest.kind == .overlay {
      // All changes of unsaved texts between two saves are one generation.
      let causes = newest.causes.filter { !entry.causes.contains($0) }
      entry.causes = Array((entry.causes + causes).prefix(CauseHistory.maximumCauses))
      entries.removeLast()
    }
    byteCount += entry.byteCount
    entries.append(entry)
    dropOldest()
  }

  /// Adds files to those that the newest generation replaced.
  mutating func addToNewest(_ files: BytewiseDictionary<ReplacedFile>) {
    guard var newest = entries.popLast() else { return }
    byteCount -= newest.byteCount
    newest.files = newest.files?.merging(files)
    if newest.kind == .overlay { newest.kind = .save }
    byteCount += newest.byteCount
    entries.append(newest)
  }

  mutating func set(_ snapshot: Snapshot) {
    guard let newest = entries.indices.last, entries[newest].generation == snapshot.generation else { return }
    entries[newest].snapshots[snapshot.context] = snapshot
  }

  /// Reduces the files that the newest generation replaced to the bytes that differ, and drops the oldest bytes above the limit.
  mutating func shorten() {
    guard var newest = entries.popLast() else { return }
    byteCount -= newest.byteCount
    newest.files = newest.files?.mapValues(\.shortened)
    byteCount += newest.byteCount
    entries.append(newest)
    dropBytes()
  }

  mutating func close(except used: Set<Context>) {
    base = base.filter { used.contains($0.key) }
    for index in entries.indices {
      entries[index].snapshots = entries[index].snapshots.filter { used.contains($0.key) }
    }
  }

  mutating func dropEarlierStates(except kept: Set<Context>) {
    base = [:]
    for index in entries.indices.dropLast() { entries[index].snapshots = [:] }
    if let newest = entries.indices.last {
      entries[newest].snapshots = entries[newest].snapshots.filter { kept.contains($0.key) }
    }
  }

  private mutating func dropOldest() {
    let excess = entries.count - limits.generations
    guard excess > 0 else { return }
    base = limits.generations == 0 ? [:] : entries[excess - 1].snapshots
    byteCount -= entries.prefix(excess).reduce(0) { $0 + $1.byteCount }
    entries.removeFirst(excess)
  }

  private mutating func dropBytes() {
    for index in entries.indices where byteCount > limits.bytes && entries[index].files != nil {
      byteCount -= entries[index].byteCount
      entries[index].files = nil
    }
  }

  // MARK: Questions

  func index(of generation: Int) -> Int? { entries.firstIndex { $0.generation == generation } }

  func snapshot(of generation: Int, in context: Context) -> Snapshot? {
    index(of: generation).flatMap { entries[$0].snapshots[context] }
  }

  /// The number of values that a generation changed in a context, up to `maximumCount`. Nil where the context was not open. Costs the
  /// difference of two states for the first call.
  mutating func count(at index: Int, in context: Context) -> Int? {
    if let known = entries[index].counts[context] { return known }
    let before = index == 0 ? base[context] : entries[index - 1].snapshots[context]
    guard let before, let after = entries[index].snapshots[context] else { return nil }
    let count = after.changeCount(from: before, maximum: Self.maximumCount)
    entries[index].counts[context] = count
    return count
  }

  /// The files that differ between a generation and the newest one.
  ///
  /// - Returns: their paths, sorted; nil when the bytes of the generation are gone.
  func files(changedSince generation: Int) -> [String]? {
    guard let later = entries(after: generation) else { return nil }
    var paths: BytewiseSet = []
    for entry in later {
      guard let files = entry.files else { return nil }
      paths.formUnion(files.keys)
    }
    return paths.sorted()
  }

  /// Whether a file came into the bundle or left it with its bounds: by its first or last change since a generation.
  func isByBounds(_ path: String, since generation: Int, isLast: Bool) -> Bool {
    let changes = (entries(after: generation) ?? []).compactMap { $0.files?[path] }
    return (isLast ? changes.last : changes.first)?.isByBounds ?? false
  }

  /// The content of a file in a generation; nil when its bytes are gone.
  ///
  /// - Parameter newest: its content in the newest generation.
  func content(of path: String, in generation: Int, newest: FileChange.Content) -> FileChange.Content? {
    guard let later = entries(after: generation) else { return nil }
    var content = newest
    for entry in later.reversed() {
      guard let files = entry.files else { return nil }
      guard let replaced = files[path] else { continue }
      guard let earlier = replaced.content(before: content) else { return nil }
      content = earlier
    }
    return content
  }

  /// Whether themes or values were set at run time after a generation.
  func isSet(since generation: Int) -> Bool {
    entries(after: generation)?.contains { $0.kind == .set || $0.kind == .use } ?? true
  }

  private func entries(after generation: Int) -> ArraySlice<Entry>? {
    index(of: generation).map { entries[($0 + 1)...] }
  }
}

extension GenerationRing.Entry {
  fileprivate var byteCount: Int { files?.values.reduce(0) { $0 + $1.byteCount } ?? 0 }
}

extension BytewiseDictionary {
  /// Both dictionaries; of one key the member here.
  fileprivate func merging(_ other: Self) -> Self {
    var result = other
    for (key, value) in self { result[key] = value }
    return result
  }
}
