// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The generations of a bundle: the number of the last one, the causes of the latest, and a ring of earlier states.
///
/// A generation gets the bytes that it replaced when it begins, and its snapshots one after the other: those of open contexts with
/// the publication, those of further contexts when they are opened.
final class GenerationHistory {
  /// The generation that was published last; 0 before the first.
  private(set) var last: Int
  private(set) var causes = CauseHistory()
  private(set) var ring = GenerationRing()
  private(set) var files = FileHistory()
  private let now: () -> Int
  private var runTimeKind: GenerationKind?
  private var isFirst = true

  /// - Parameters:
  ///   - last: the last generation of an earlier engine of the bundle.
  ///   - now: seconds since 1970.
  init(last: Int, now: @escaping () -> Int) {
    self.last = last
    self.now = now
  }

  var limits: HistoryLimits {
    get { ring.limits }
    set {
      ring.limits = newValue
      if newValue.generations == 0 { files = FileHistory() }
    }
  }

  private var isEnabled: Bool { limits.generations > 0 }

  // MARK: Changes

  /// Records the kind of change at run time since the last publication.
  func record(_ kind: GenerationKind) { runTimeKind = kind }

  /// Records the change of a file.
  ///
  /// - Parameter before: its content before the change.
  func record(_ change: FileChange, before: FileChange.Content, isChanged: Bool) {
    if isEnabled { files.record(change, before: before, isChanged: isChanged) }
  }

  // MARK: Publication

  /// Begins a generation.
  ///
  /// - Parameter content: the content of a file now.
  func begin(causes: [Cause], content: (String) -> FileChange.Content) {
    last += 1
    self.causes.record(causes, generation: last)
    defer { isFirst = false }
    guard isEnabled else { return }
    let (replaced, isOverlay) = files.publish(content)
    let kind: GenerationKind =
      if isFirst { .start } else if !replaced.isEmpty { .save } else if isOverlay { .overlay } else {
        runTimeKind ?? .save
      }
    runTimeKind = nil
    // A save that changed no declaration, but findings, is known by its files.
    let causes = causes.isEmpty && kind == .save ? BytewiseSet(replaced.keys).sorted().map(Cause.init(file:)) : causes
    ring.append(
      .init(
        generation: last, time: now(), kind: kind, causes: Array(causes.prefix(CauseHistory.maximumCauses)),
        files: isFirst ? [:] : replaced))
  }

  /// Records a publication that made no generation. A save of the unsaved text that a generation has already belongs to that one.
  ///
  /// - Parameter content: the content of a file now.
  func settle(content: (String) -> FileChange.Content) {
    runTimeKind = nil
    guard isEnabled else { return }
    let saved = files.settle(content)
    if !saved.isEmpty { ring.addToNewest(saved) }
  }

  /// Records the state of a context in the last generation.
  func record(_ snapshot: Snapshot) {
    if isEnabled, snapshot.generation == last { ring.set(snapshot) }
  }

  /// Reduces the files that were recorded since the last call to the bytes that differ. Costs a pass over each file that the last
  /// generation changed.
  func shorten() { ring.shorten() }

  /// See `GenerationRing.count`.
  func changeCount(at index: Int, in context: Context) -> Int? { ring.count(at: index, in: context) }

  /// Drops the states of closed contexts.
  func close(except used: Set<Context>) { ring.close(except: used) }

  /// Drops the states of all generations but the last, so that their storage can be given back.
  func dropEarlierStates(except kept: Set<Context>) { ring.dropEarlierStates(except: kept) }
}

/// The changed declarations that led to the latest generations.
struct CauseHistory: Sendable {
  private var entries: [(generation: Int, causes: [Cause])] = []

  /// Generations remembered. A delta over more generations names the causes of these.
  private static let maximumGenerations = 16
  /// Causes named for one delta.
  static let maximumCauses = 16

  mutating func record(_ causes: [Cause], generation: Int) {
    entries.append((generation, Array(causes.prefix(Self.maximumCauses))))
    if entries.count > Self.maximumGenerations { entries.removeFirst() }
  }

  /// The causes of all generations after a given one, the latest first.
  func after(_ generation: Int) -> [Cause] {
    var seen: Set<Cause> = []
    let causes = entries.reversed().prefix { $0.generation > generation }.flatMap(\.causes)
    return Array(causes.filter { seen.insert($0).inserted }.prefix(Self.maximumCauses))
  }
}
