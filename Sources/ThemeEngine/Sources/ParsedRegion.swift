// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// An edit inside one id of a file, read without the rest of the file: the value of the id, whose brackets or quotation marks stay, is
/// parsed alone, and the places after it move.
///
/// The declarations are the same as those of the whole file. In every unclear case there is no region, and the whole file is
/// read.
struct ParsedRegion {
  /// The declaration of the id that the change is in.
  let entry: Resolver.Entry
  let declarations: Declarations
  /// Add this to places in `declarations` to get places in the file.
  let moved: Int
  /// The growth of the value in bytes.
  let growth: Int
  /// Whether the text outside keeps its lines and columns.
  let keepsPositions: Bool
  /// Bytes that were parsed.
  let byteCount: Int
  /// Values of the whole file.
  let valueCount: Int
  /// Findings of the whole file.
  let findings: [Finding]
  /// Whether these are the findings of before, apart from places.
  let hasFindingsOfBefore: Bool

  /// Nil if the whole file has to be read.
  init?(of file: FileID, _ bytes: [UInt8], in linked: LinkedFiles, _ dialect: some Dialect) {
    let limits = linked.limits.ofSyntax
    let path = linked.files[file].path
    guard bytes.count <= limits.fileSize,
      // A file of this size cannot have too many values.
      bytes.count / 2 < limits.values, dialect.readsValuesAlone(path: path),
      let reading = linked.files[file].reading, reading.heldBackSince == nil, let served = linked.files[file].served
    else { return nil }
    let before = served.text.bytes
    let difference = TextDifference(before, bytes)
    let changed = ByteRange(difference.prefix, before.count - difference.suffix)
    guard let entry = linked.resolver.entry(in: file, around: changed) else { return nil }
    let old = Int(entry.range.start)..<Int(entry.range.end)
    growth = bytes.count - before.count
    let written = difference.prefix..<bytes.count - difference.suffix
    keepsPositions =
      growth == 0 && bytes[written].isOneASCIILine
      && before[Int(changed.start)..<Int(changed.end)].isOneASCIILine
    let new = old.lowerBound..<old.upperBound + growth
    // The member alone, as the whole of a file.
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(entry.name)
    moved = new.lowerBound - writer.count
    let text = writer.drainBytes() + bytes[new] + [UInt8(ascii: "}")]
    let syntax = FileSyntax(text, path: path, limits: limits)
    guard syntax.hasOneMember, !syntax.isHeld,
      let parsed = ParsedFile(valueAlone: syntax, path: path, dialect: dialect), parsed.declarations.links.isEmpty,
      // The limit of a list is one of the whole file.
      reading.findings.count + parsed.findings.count <= FindingList.maximumOfRule,
      // An unknown type is reported once a file: after this edit, a different value may have to report it.
      !reading.findings.contains(where: { $0.code == .unknownType && $0.isInside(old) }),
      let outside = reading.findings.outside(old, growth: growth)
    else { return nil }
    self.entry = entry
    declarations = parsed.declarations
    byteCount = text.count
    valueCount = served.valueCount - entry.count + parsed.declarations.nodes.count
    let offset = moved
    findings = outside + parsed.findings.map { $0.moved(by: offset) }
    hasFindingsOfBefore = parsed.findings.isEmpty && outside.count == reading.findings.count
  }
}

extension ArraySlice<UInt8> {
  /// Whether each byte is a character of one line.
  fileprivate var isOneASCIILine: Bool { allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D } }
}

extension [Finding] {
  /// The findings of a text outside of a replaced value, moved by `growth` bytes. Nil if a finding concerns both the inside and
  /// the outside.
  fileprivate func outside(_ value: Range<Int>, growth: Int) -> [Finding]? {
    var result: [Finding] = []
    for var finding in self {
      guard let range = finding.range else {
        result.append(finding)
        continue
      }
      let ranges = [range] + finding.related.compactMap(\.range) + (finding.fix?.edits ?? []).map(\.range)
      let isInside = ranges.map { Int($0.start) >= value.lowerBound && Int($0.end) <= value.upperBound }
      let isOutside = ranges.map { Int($0.end) <= value.lowerBound || Int($0.start) >= value.upperBound }
      if isInside.allSatisfy(\.self) { continue }
      guard isOutside.allSatisfy(\.self) else { return nil }
      finding.move(by: growth) { Int($0.start) >= value.upperBound }
      result.append(finding)
    }
    return result
  }
}

extension Finding {
  fileprivate func isInside(_ value: Range<Int>) -> Bool {
    range.map { Int($0.start) >= value.lowerBound && Int($0.end) <= value.upperBound } ?? false
  }

  fileprivate func moved(by offset: Int) -> Finding {
    var finding = self
    finding.move(by: offset) { _ in true }
    return finding
  }

  /// Moves the affected places.
  fileprivate mutating func move(by offset: Int, where isAffected: (ByteRange) -> Bool) {
    func move(_ range: inout ByteRange) {
      if isAffected(range) { range = ByteRange(Int(range.start) + offset, Int(range.end) + offset) }
    }
    if var range {
      move(&range)
      self.range = range
    }
    for index in related.indices {
      guard var range = related[index].range else { continue }
      move(&range)
      related[index].range = range
    }
    for index in fix?.edits.indices ?? 0..<0 {
      guard var range = fix?.edits[index].range else { continue }
      move(&range)
      fix?.edits[index].range = range
    }
  }
}
