// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// The files that differ on disk from the last generation. Unsaved texts over files are not their content.
struct FileHistory {
  /// The contents in the last generation of files that changed since.
  private var replaced: BytewiseDictionary<FileChange.Content> = [:]
  /// Those of them that came into the bundle or left it with its bounds.
  private var byBounds: BytewiseSet = []
  /// The files below unsaved texts, with their contents on disk when the texts came.
  private var unsaved: BytewiseDictionary<FileChange.Content> = [:]
  /// The files of `unsaved` whose text a generation has.
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
    guard isChanged else { return }
    if replaced[change.path] == nil { replaced[change.path] = before }
    if change.isByBounds { byBounds.insert(change.path) }
  }

  /// The content of a file on disk in the last generation.
  ///
  /// - Parameter current: its content now, unsaved text included.
  func content(of path: String, current: FileChange.Content) -> FileChange.Content { replaced[path] ?? current }

  /// The files of the last generation that are removed since. Not those that left the bundle with its bounds.
  func removed(_ current: (String) -> FileChange.Content) -> [String] {
    replaced.filter { path, content in !content.isGone && !byBounds.contains(path) && current(path).isGone }.map(\.key)
  }

  /// Makes the contents on disk those of a new generation.
  ///
  /// - Returns: the replaced files, and whether unsaved texts had a part in the generation.
  mutating func publish(
    _ current: (String) -> FileChange.Content
  ) -> (replaced: BytewiseDictionary<ReplacedFile>, isOverlay: Bool) {
    defer { isOverlay = false }
    published.formUnion(unsaved.keys)
    ended.removeAll()
    let covered = unsaved
    let removed = remove(replaced.keys) { covered[$0] ?? current($0) }
    // Below an unsaved text, the file on disk still differs from the content of the engine.
    for (path, content) in covered { replaced[path] = content }
    return (removed, isOverlay)
  }

  /// Keeps the files of the last generation, except files that were saved with the unsaved text that the generation has.
  ///
  /// - Returns: the files that these saves replaced.
  mutating func settle(_ current: (String) -> FileChange.Content) -> BytewiseDictionary<ReplacedFile> {
    isOverlay = false
    defer { ended.removeAll() }
    return remove(ended.filter { replaced[$0] != nil }, current)
  }

  /// Removes the records of changed files. Returns the files whose content is not the same now.
  private mutating func remove(
    _ paths: some Sequence<String>, _ current: (String) -> FileChange.Content
  ) -> BytewiseDictionary<ReplacedFile> {
    var removed: BytewiseDictionary<ReplacedFile> = [:]
    for path in paths {
      guard let before = replaced.removeValue(forKey: path) else { continue }
      let isByBounds = byBounds.remove(path)
      let after = current(path)
      if !before.isSame(as: after) {
        removed[path] = ReplacedFile(before: before, after: after, isByBounds: isByBounds)
      }
    }
    return removed
  }
}
