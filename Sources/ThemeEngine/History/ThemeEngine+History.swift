// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// A generation as the history lists it.
package struct Generation: Sendable, Hashable {
  package let number: Int
  /// Seconds since 1970.
  package let time: Int
  package let kind: GenerationKind
  package let causes: [Cause]
  /// The number of values that it changed, 1,000 at most; nil where the context was not open before and after it.
  package let changed: Int?
  /// The number of states that are held in it; nil where the context was not open.
  package let held: Int?
}

/// A file that is not the same in two generations.
package struct ChangedFile: Sendable {
  package let path: String
  package let before: FileChange.Content
  package let now: FileChange.Content
}

/// Questions about earlier generations.
extension ThemeEngine {
  /// None until they are set: then the history begins.
  package var historyLimits: HistoryLimits {
    get { history.limits }
    set { history.limits = newValue }
  }

  /// The generations that are kept, the newest first. Costs the differences between their states in the context, once.
  package func generations(in context: Context) -> [Generation] {
    history.ring.entries.indices.reversed().map { index in
      let entry = history.ring.entries[index]
      return Generation(
        number: entry.generation, time: entry.time, kind: entry.kind, causes: entry.causes,
        changed: history.changeCount(at: index, in: context), held: entry.snapshots[context]?.held)
    }
  }

  /// The state of a generation in a context; nil when it is gone or the context was not open.
  package func snapshot(of generation: Int, in context: Context) -> Snapshot? {
    history.ring.snapshot(of: generation, in: context)
  }

  /// The files that are not the same in a generation and in the newest one, and those of the generation that were removed since the
  /// newest one without a change of a value, in the order of their paths. Those that the bounds of the manifest keep out of one of
  /// them are left out. Nil when the generation or its bytes are gone. Costs a copy of each file for each generation that changed it.
  package func files(changedSince generation: Int) -> [ChangedFile]? {
    guard let paths = history.ring.files(changedSince: generation) else { return nil }
    let removed = BytewiseSet(history.files.removed(sources.linked.files.content))
    var changed: [ChangedFile] = []
    for path in removed.union(BytewiseSet(paths)).sorted() {
      guard let before = content(of: path, in: generation) else { return nil }
      let now = newestContent(of: path)
      if before.isSame(as: now) {
        if !before.isGone, removed.contains(path) { changed.append(ChangedFile(path: path, before: before, now: now)) }
        continue
      }
      // A file that was hidden in the generation came with the first change, and one that is hidden now went with the last.
      if before.isGone || now.isGone, history.ring.isByBounds(path, since: generation, isLast: now.isGone) { continue }
      changed.append(ChangedFile(path: path, before: before, now: now))
    }
    return changed
  }

  /// The content of a file on disk in a generation; nil when the generation or its bytes are gone.
  package func content(of path: String, in generation: Int) -> FileChange.Content? {
    history.ring.content(of: path, in: generation, newest: newestContent(of: path))
  }

  /// An engine of the files of an earlier generation, for questions about values that this engine no longer has. Costs a cold load.
  ///
  /// - Parameter maximumBytes: of all files.
  /// - Returns: nil when the generation or its bytes are gone, when it has more bytes, when something was set at run time since, and when
  ///   its files alone lead to another state in the context than it had: it has last good values, or unsaved texts.
  package func rebuilt(_ generation: Int, in context: Context, maximumBytes: Int) -> ThemeEngine? {
    guard let snapshot = snapshot(of: generation, in: context), !history.ring.isSet(since: generation) else {
      return nil
    }
    var byteCount = 0
    var changes: [FileChange] = []
    for path in sources.linked.files.allPaths {
      guard let content = content(of: path, in: generation) else { return nil }
      if case .bytes(let bytes) = content { byteCount += bytes.count }
      guard byteCount <= maximumBytes else { return nil }
      changes.append(FileChange(path: path, content: content))
    }
    let engine = ThemeEngine(
      bundle: bundle, rootFile: recognition.namedRoot, isStrict: recognition.isStrict, generation: generation)
    engine.apply(changes)
    engine.restore(themes: themesInUse)
    engine.restore(modifications)
    return engine.open(context).digest == snapshot.digest ? engine : nil
  }

  private func newestContent(of path: String) -> FileChange.Content {
    history.files.content(of: path, current: sources.linked.files.content(of: path))
  }
}
