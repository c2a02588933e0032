// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// Which files on disk differ from those of the last generation. Unsaved texts over files are no content of theirs.
struct FileHistory {
  /// The contents in the last generation of files that changed since.
  private var replaced: BytewiseDictionary<FileChange.Content> = [:]
  /// The files over which unsaved texts lie, with their contents on disk when these came.
  private var unsaved: BytewiseDictionary<FileChange.Content> = [:]
  /// Those of them whose text a generation has.
  private var published: BytewiseSet = []
  /// Files whose text a generation has and that were read again since.
  private var ended: BytewiseSet = []
  /// Whether an unsaved text came, changed or went since the last publication.
  private var isOverlay = false

  mutating func record(_ change: FileChange, before: FileChange.Content, isChanged: Bool) {
    if change.isUnsaved {
      if unsaved[change.path] == nil { unsaved[change.path] = before }
      if ended.remove(change.path) { published.insert(change.path) }
      isOverlay = true
    } else if unsaved.removeValue(forKey: change.path) != nil {
      isOverlay = true
      if published.remove(change.path) { ended.insert(change.path) }
    }
    if isChanged, replaced[change.path] == nil { replaced[change.path] = before }
  }

  /// The content of a file on disk in the last generation.
  ///
  /// - Parameter current: its content now, unsaved text included.
  func content(of path: String, current: FileChange.Content) -> FileChange.Content { replaced[path] ?? current }

  /// Makes the contents on disk those of a new generation.
  ///
  /// - Returns: what that replaces, and whether unsaved texts had a part in the generation.
  mutating func publish(
    _ current: (String) -> FileChange.Content
  ) -> (replaced: BytewiseDictionary<ReplacedFile>, isOverlay: Bool) {
    defer { isOverlay = false }
    published.formUnion(unsaved.keys)
    ended.removeAll()
    let covered = unsaved
    let taken = take(replaced.keys) { covered[$0] ?? current($0) }
    // Below an unsaved text, the file on disk still differs from the content of the engine.
    for (path, content) in covered { replaced[path] = content }
    return (taken, isOverlay)
  }

  /// Has the last generation keep its files, but for those that were saved with the unsaved text that it has already.
  ///
  /// - Returns: what these saves replaced.
  mutating func settle(_ current: (String) -> FileChange.Content) -> BytewiseDictionary<ReplacedFile> {
    isOverlay = false
    defer { ended.removeAll() }
    return take(ended.filter { replaced[$0] != nil }, current)
  }

  private mutating func take(
    _ paths: some Sequence<String>, _ current: (String) -> FileChange.Content
  ) -> BytewiseDictionary<ReplacedFile> {
    var taken: BytewiseDictionary<ReplacedFile> = [:]
    for path in paths {
      guard let before = replaced.removeValue(forKey: path) else { continue }
      let after = current(path)
      if !before.isSame(as: after) { taken[path] = ReplacedFile(before: before, after: after) }
    }
    return taken
  }
}
