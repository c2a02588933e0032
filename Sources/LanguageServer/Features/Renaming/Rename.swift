// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import StyledText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum RenameFeatures {
  static func prepareRename(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let target = RenameTarget(place) else { return .null }
    return ["range": place.file.range(target.part), "placeholder": .string(target.lastPart)]
  }

  static func rename(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let written = request.parameters["newName"]?.string else {
      throw .invalidParameters("a rename has a `newName`")
    }
    guard let place = try request.place(), let target = RenameTarget(place) else { return .null }
    let bundle = place.bundle
    let new = target.marked(written)
    try target.check(new)
    if let broken = bundle.engine.brokenFiles.first {
      throw .failed("`\(broken)` cannot be read: correct it first, since it may use the name")
    }
    let edits = try target.edits(to: new)
    let programs = request.daemon.consumers(of: bundle.directory).filter { consumer in
      bundle.path(of: target.name).map(consumer.selects) ?? false
    }.map(\.name)
    let annotation = programs.isEmpty ? nil : "`\(target.name.text)` is sent to \(programs.joined(separator: ", "))"
    return request.workspaceEdit(edits, in: bundle, annotation: annotation)
  }
}

extension OpenBundle {
  /// The longest ending for a device that a name has, and does not consist of; empty without one.
  fileprivate func ending(of name: FileIndex.Name) -> String {
    let endings = engine.deviceEndings(in: name.space)
    return endings.filter { name.text.hasSuffix($0) && $0.count < name.text.count }.max { $0.count < $1.count } ?? ""
  }

  /// Whether the key of a name can be found: that of a set in a resolver document, to which a source may lead, is none of an id.
  fileprivate func canRename(_ name: FileIndex.Name) -> Bool {
    guard let file = name.file else { return true }
    return index(of: file)?.entries.contains { NameSearch.isSame($0.name, name) } ?? false
  }
}

/// A name that can be renamed: of an id, or of a group of design tokens.
private struct RenameTarget {
  let name: FileIndex.Name
  /// The range of the name.
  let part: ByteRange
  private let bundle: OpenBundle
  private let search: NameSearch
  private let isInGroup: Bool

  init?(_ place: Place) {
    guard let found = place.name else { return nil }
    bundle = place.bundle
    search = NameSearch(bundle)
    isInGroup = bundle.notation?.separator != nil
    let bytes = place.file.text.bytes
    guard isInGroup, found.entry == nil else {
      let parts = search.parts(of: found.name, in: found.range, bytes, count: .max)
      guard let part = parts.first(where: place.isAt) ?? parts.first else { return nil }
      // A declaration for a device is one of the id without the ending.
      let ending = bundle.ending(of: found.name)
      name = found.name.with(String(found.name.text.dropLast(ending.count)))
      self.part = ByteRange(Int(part.start), Int(part.end) - ending.utf8.count)
      guard isNameable(name.text) else { return nil }
      return
    }
    // In a reference, the group whose name is at the place.
    var names = found.name.text.segments(at: UInt8(ascii: "."))
    while !names.isEmpty {
      let name = found.name.with(names.joined(separator: "."))
      guard let part = search.groupPart(of: name, in: found.range, bytes) else { return nil }
      if part.start <= place.offset || names.count == 1 {
        guard bundle.canRename(name) else { return nil }
        (self.name, self.part) = (name, part)
        return
      }
      names.removeLast()
    }
    return nil
  }

  var lastPart: String { search.lastPart(of: name.text) }

  /// The mark of the name, which the new name has as well; empty without one.
  private var mark: String {
    guard name.space == .styles, let mark = bundle.notation?.styleMark, name.text.hasPrefix(mark) else { return "" }
    return mark
  }

  /// A new name with the mark, which may be left out.
  func marked(_ new: String) -> String { new.hasPrefix(mark) ? new : mark + new }

  /// Whether a name, without its groups, has only characters that mean nothing else. A selector of Oracle has others, and cannot get a
  /// different name.
  private func isNameable(_ name: String) -> Bool {
    let forbidden = "\"\\" + (bundle.notation?.forbidden ?? "")
    let bare = search.lastPart(of: name).dropFirst(mark.count)
    return !bare.isEmpty && !bare.contains { forbidden.contains($0) || $0.isNewline }
      && !name.unicodeScalars.contains { $0.value < 0x20 }
  }

  /// Whether the dialect and the formats of all files can spell a name.
  func check(_ new: String) throws(ResponseError) {
    guard isNameable(new), !new.utf8.contains(where: { $0 == bundle.notation?.separator?.asciiValue }) else {
      throw .invalidParameters("`\(new)` cannot be a name")
    }
    if bundle.engine.dialectType?.isName(renamed(name.text, to: new), in: name.space) == false {
      throw .invalidParameters("`\(new)` cannot be the name of a style")
    }
    let ending = bundle.ending(of: name.with(new))
    guard ending.isEmpty else {
      throw .invalidParameters("`\(new)` ends with `\(ending)`, as declarations for a device do")
    }
  }

  /// A name with another last part.
  private func renamed(_ name: String, to new: String) -> String {
    String(name.dropLast(search.lastPart(of: name).count)) + new
  }

  func edits(to new: String) throws(ResponseError) -> [BundleEdit] {
    guard let family = search.family(of: name), let taken = search.family(of: name.with(renamed(name.text, to: new)))
    else {
      throw .failed("too many groups inherit `\(name.text)`: rename it in the files")
    }
    // A name that is inherited at the new one would be hidden.
    let newFamily = family.map { renamed($0, to: new) } + taken
    var edits: [BundleEdit] = []
    var renames: [Rename] = []
    for ending in [""] + bundle.engine.deviceEndings(in: name.space) {
      func names(_ texts: [String]) -> SoughtNames {
        let names = texts.map { name.with($0 + ending) }
        return SoughtNames(names, withMembers: isInGroup, in: bundle)
      }
      let old = names(family)
      if let obstacle = search.obstacle(to: names(newFamily), word: new + ending) {
        throw .failed(obstacle)
      }
      for use in search.uses(of: old, word: lastPart + ending) {
        // The key of a token in a group has the token's name.
        for name in old.matches(of: use.name)
        where use.kind != .declaration || Bytewise(name) == Bytewise(use.name.text) {
          for part in try parts(of: self.name.with(name), use) {
            edits.append((use.file, part, try spelling(new + ending, at: part, of: use.file)))
          }
        }
      }
      renames.append(Rename(old, to: new + ending))
    }
    if let (file, line) = RenameReading(renames, in: bundle).misreading(after: edits) {
      throw .failed("`\(new)` would be read as something else in \(file), line \(line)")
    }
    return edits
  }

  private func parts(of name: FileIndex.Name, _ use: NameSearch.Use) throws(ResponseError) -> [ByteRange] {
    let bytes = bundle.text(of: use.file).bytes
    let parts =
      isInGroup
      ? search.groupPart(of: name, in: use.range, bytes).map { [$0] } ?? []
      : search.parts(of: name, in: use.range, bytes, count: use.sources.count)
    guard bundle.isText(use.file), !parts.isEmpty else {
      let line = bundle.text(of: use.file).lines(of: use.range).lowerBound + 1
      throw .failed("`\(name.text)` is written with escapes in \(use.file), line \(line): write it without them first")
    }
    return parts
  }

  /// A name as a file spells it at a place.
  private func spelling(_ name: String, at part: ByteRange, of file: String) throws(ResponseError) -> String {
    // Only in a pointer, a name in a group stands behind a slash.
    let before = isInGroup ? bundle.text(of: file).bytes[..<Int(part.start)].last : nil
    let isInPointer = before == UInt8(ascii: "/")
    let name = isInPointer ? uriReference(JSONPointer.escaped(name)) : name
    switch bundle.tree(of: file)?.format {
    case .json, nil: return name
    case .xmlPropertyList: return Spelling.xml(name)
    case .yaml:
      guard Bytewise(YAMLText.word(name)) == Bytewise(name) else {
        throw .failed("\(file) is in YAML, where `\(name)` would need quotation marks")
      }
      return name
    case .binaryPropertyList: throw .failed("\(file) is a binary property list, which is not edited")
    }
  }
}
