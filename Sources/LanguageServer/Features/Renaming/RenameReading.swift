// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import TextComparison
import ThemeEngine
import ThemeModel

/// Names that get another last part.
struct Rename {
  let names: SoughtNames
  @Bytewise private(set) var lastPart: String

  init(_ names: SoughtNames, to lastPart: String) {
    self.names = names
    _lastPart = Bytewise(lastPart)
  }
}

/// Reads files as they would be after a rename. A new name can mean something else at its place: a number behind the colour of a glyph is
/// its height.
struct RenameReading {
  private let renames: [Rename]
  private let bundle: OpenBundle
  private let search: NameSearch

  init(_ renames: [Rename], in bundle: OpenBundle) {
    self.renames = renames
    self.bundle = bundle
    search = NameSearch(bundle)
  }

  /// The first place where an edited file would have another name than the old one or, where this is renamed, the new one.
  func misreading(after edits: [BundleEdit]) -> (file: String, line: Int)? {
    var byFile: BytewiseDictionary<[Finding.Edit]> = [:]
    for edit in edits { byFile[edit.file, default: []].append(Finding.Edit(range: edit.range, text: edit.text)) }
    for (file, edits) in byFile.sortedMembers {
      guard let old = bundle.index(of: file) else { continue }
      let text = bundle.text(of: file)
      let new = bundle.engine.index(of: file, with: text.bytes.applying(edits))
      let expected = old.entries.map { [renamed($0)] } + old.references.map { [renamed($0), renamed($0.source)] }
      let found = (new?.entries.map { [$0.name] } ?? []) + (new?.references.map { [$0.name, $0.source] } ?? [])
      let same = zip(expected, found).prefix { $0 == $1 }.count
      if same == expected.count, same == found.count { continue }
      let ranges = old.entries.map(\.keyRange) + old.references.map(\.range)
      let range = same < ranges.count ? ranges[same] : edits[0].range
      return (file, text.lines(of: range).lowerBound + 1)
    }
    return nil
  }

  private func renamed(_ entry: FileIndex.Entry) -> FileIndex.Name {
    entry.keyRange.count > 0 ? renamed(entry.name) : entry.name
  }

  private func renamed(_ reference: FileIndex.Reference) -> FileIndex.Name {
    renames.contains { $0.names.contain(reference) } ? renamed(reference.name) : reference.name
  }

  /// A name with the new parts of itself and of the groups around it.
  private func renamed(_ name: FileIndex.Name) -> FileIndex.Name {
    var segments = search.segments(of: name.text)
    for rename in renames {
      for match in rename.names.matches(of: name) {
        segments[search.segments(of: match).count - 1] = rename.lastPart
      }
    }
    return FileIndex.Name(space: name.space, text: search.name(of: segments))
  }
}
