// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
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
  /// The longest device suffix that a name ends with, and does not consist of; empty without one.
  fileprivate func suffix(of name: String) -> String {
    engine.suffixes.filter { name.hasSuffix($0) && $0.count < name.count }.max { $0.count < $1.count } ?? ""
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
      guard let part = search.part(of: found.name, in: found.range, bytes) else { return nil }
      // The declaration for a device is one of the id without the suffix.
      let suffix = found.entry == nil ? "" : bundle.suffix(of: found.name.text)
      name = FileIndex.Name(space: found.name.space, text: String(found.name.text.dropLast(suffix.count)))
      self.part = ByteRange(Int(part.start), Int(part.end) - suffix.utf8.count)
      return
    }
    // In a reference, the group whose name is at the place.
    var names = found.name.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    while !names.isEmpty {
      let name = FileIndex.Name(space: found.name.space, text: names.joined(separator: "."))
      guard let part = search.groupPart(of: name, in: found.range, bytes) else { return nil }
      if part.start <= place.offset || names.count == 1 {
        (self.name, self.part) = (name, part)
        return
      }
      names.removeLast()
    }
    return nil
  }

  var lastPart: String { search.lastPart(of: name.text) }

  /// The new name of the id. Of a name in a group the last part changes.
  private func whole(_ new: String) -> String { String(name.text.dropLast(lastPart.count)) + new }

  /// The mark of the name, which the new name has as well; empty without one.
  private var mark: String {
    guard name.space == .styles, let mark = bundle.notation?.styleMark, name.text.hasPrefix(mark) else { return "" }
    return mark
  }

  /// A new name with the mark, which may be left out.
  func marked(_ new: String) -> String { new.hasPrefix(mark) ? new : mark + new }

  /// Whether the dialect and the formats of all files can spell a name.
  func check(_ new: String) throws(ResponseError) {
    let forbidden = "\"\\" + (bundle.notation?.forbidden ?? "")
    let bare = new.dropFirst(mark.count)
    guard !bare.isEmpty, !bare.contains(where: { forbidden.contains($0) || $0.isNewline }),
      !new.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { throw .invalidParameters("`\(new)` cannot be a name") }
    if bundle.engine.dialectType?.isName(whole(new), in: name.space) == false {
      throw .invalidParameters("`\(new)` cannot be the name of a style")
    }
    let suffix = bundle.suffix(of: new)
    guard suffix.isEmpty else {
      throw .invalidParameters("`\(new)` ends with `\(suffix)`, as declarations for a device do")
    }
  }

  func edits(to new: String) throws(ResponseError) -> [(file: String, range: ByteRange, text: String)] {
    var edits: [(file: String, range: ByteRange, text: String)] = []
    let old = name.text
    let whole = whole(new)
    for suffix in [""] + bundle.engine.suffixes {
      let from = FileIndex.Name(space: name.space, text: old + suffix)
      let to = FileIndex.Name(space: name.space, text: whole + suffix)
      let uses = search.uses(of: from, withMembers: isInGroup)
      if let obstacle = search.obstacle(to: to, withMembers: isInGroup) { throw .failed(obstacle) }
      for use in uses {
        // The key of a token in a group has the token's name.
        if use.kind == .declaration, !NameSearch.isSame(use.name, from) { continue }
        edits.append((use.file, try part(of: from, use), try spelling(new + suffix, in: use.file)))
      }
    }
    return edits
  }

  private func part(of from: FileIndex.Name, _ use: NameSearch.Use) throws(ResponseError) -> ByteRange {
    let bytes = bundle.text(of: use.file).bytes
    let part =
      isInGroup ? search.groupPart(of: from, in: use.range, bytes) : search.part(of: from, in: use.range, bytes)
    guard bundle.isText(use.file), let part else {
      throw .failed("the name in \(use.file) is written in a way that cannot be changed")
    }
    return part
  }

  /// A name as a file of this format spells it.
  private func spelling(_ name: String, in file: String) throws(ResponseError) -> String {
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
