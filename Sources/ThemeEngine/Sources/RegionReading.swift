// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// An edit inside one id of a large file is read without the rest of the file: the text between the brackets of the id's
/// value is parsed alone, and what stands behind it moves.
///
/// It is a short way to the same end: whatever is not plain to see goes the long way, which reads the file as a whole.
extension ThemeEngine {
  /// Reads what changed of a file, when that lies within one id. Returns false when the file is to be read as a whole.
  func readRegion(of file: FileID, _ bytes: [UInt8]) -> Bool {
    guard let dialect, bytes.count >= smallestForRegions, bytes.count <= limits.ofSyntax.fileSize,
      // So few bytes cannot hold too many values.
      bytes.count / 2 < limits.ofSyntax.values,
      !isRecognizedByContent, dialect.declaresMembersAlone(path: files[file].path),
      let reading = files[file].reading, reading.heldBackSince == nil, let served = files[file].served,
      let region = region(of: file, from: served.bytes, to: bytes)
    else { return false }
    // The member alone, as the whole of a file.
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(region.entry.name)
    let beginning = writer.bytes.count
    let text = writer.bytes + bytes[region.new] + [UInt8(ascii: "}")]
    let moved = region.new.lowerBound - beginning
    let parsed = ParsedFile(text, path: files[file].path, dialect: dialect, limits: limits.ofSyntax)
    let count = served.valueCount - region.entry.count + parsed.declarations.nodes.count
    guard parsed.hasOneMember, !parsed.isHeld, parsed.declarations.links.isEmpty, hasRoom(for: count, of: file),
      let old = reading.findings.around(region.old, growth: region.growth),
      let changed = resolver.update(
        file, region.entry, parsed.declarations, moved: moved, growth: region.growth)
    else { return false }
    let new = (parsed.findings + parsed.declarations.findings).map { $0.moved(by: moved) }
    takeRegion(of: file, bytes, count: count, findings: old + new, changed: changed)
    counters.bytesParsed += text.count
    return true
  }

  private struct Region {
    /// What declares the id that the change is in.
    var entry: Resolver.Entry
    /// The bytes of its value, as they were and as they are.
    var old: Range<Int>
    var new: Range<Int>

    var growth: Int { new.count - old.count }
  }

  /// The value, between whose brackets all lies that differs.
  private func region(of file: FileID, from old: [UInt8], to new: [UInt8]) -> Region? {
    let difference = TextDifference(old, new)
    let changed = ByteRange(difference.prefix, old.count - difference.suffix)
    guard let entry = resolver.entry(in: file, around: changed) else { return nil }
    let range = Int(entry.range.start)..<Int(entry.range.end)
    return Region(entry: entry, old: range, new: range.lowerBound..<range.upperBound + new.count - old.count)
  }
}

extension [Finding] {
  /// The findings of a text outside of a value that was replaced by one that is longer by so many bytes; nil when one
  /// concerns both what is inside and what is outside.
  fileprivate func around(_ value: Range<Int>, growth: Int) -> [Finding]? {
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
  fileprivate func moved(by offset: Int) -> Finding {
    var finding = self
    finding.move(by: offset) { _ in true }
    return finding
  }

  /// Moves those of its places that are concerned.
  fileprivate mutating func move(by offset: Int, where isConcerned: (ByteRange) -> Bool) {
    func move(_ range: inout ByteRange) {
      if isConcerned(range) { range = ByteRange(Int(range.start) + offset, Int(range.end) + offset) }
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
