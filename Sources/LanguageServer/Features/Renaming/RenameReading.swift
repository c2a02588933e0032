// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import TextComparison
import ThemeDialects
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
      let text = bundle.text(of: file)
      guard let old = bundle.index(of: file),
        let new = bundle.engine.index(of: file, with: text.bytes.applying(edits), parts: renamedParts(of: file))
      else { continue }
      if let range = firstDifference(old, new, edits) {
        return (file, text.lines(of: range).lowerBound + 1)
      }
    }
    return nil
  }

  private func firstDifference(_ old: FileIndex, _ new: FileIndex, _ edits: [Finding.Edit]) -> ByteRange? {
    for (entry, read) in zip(old.entries, new.entries) where renamed(entry) != read.name { return entry.keyRange }
    for (reference, read) in zip(old.references, new.references)
    where renamed(reference) != read.name || renamed(reference.source) != read.source { return reference.range }
    let areAsMany = old.entries.count == new.entries.count && old.references.count == new.references.count
    return areAsMany ? nil : edits.first?.range
  }

  private func renamed(_ entry: FileIndex.Entry) -> FileIndex.Name {
    entry.keyRange.count > 0 ? renamed(entry.name) : entry.name
  }

  private func renamed(_ reference: FileIndex.Reference) -> FileIndex.Name {
    renames.contains { $0.names.contain(reference) } ? renamed(reference.name) : reference.name
  }

  /// A name with the new parts of itself and of the groups around it.
  private func renamed(_ name: FileIndex.Name) -> FileIndex.Name {
    let parts = renames.flatMap { rename in rename.names.matches(of: name).map { ($0, rename.lastPart) } }
    guard !parts.isEmpty else { return name }
    var segments = search.segments(of: name.text)
    for (group, part) in parts { segments[search.segments(of: group).count - 1] = part }
    return name.with(search.name(of: segments))
  }

  /// The parts that contexts read, by the new names around them.
  private func renamedParts(of file: String) -> ReadParts {
    bundle.parts(of: file).map { part in
      let name = FileIndex.Name(space: .constants, text: search.name(of: part.wrappedValue), inFile: file)
      guard Bytewise(search.segments(of: name.text)) == part else { return part }
      return Bytewise(search.segments(of: renamed(name).text))
    }
  }
}
