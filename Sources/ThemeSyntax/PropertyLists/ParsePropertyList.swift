// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Parses a property list, in XML or binary.
///
/// Accepts any bytes. Dates and data, which themes do not have, are `invalid` values and reported as LV1014. The first error in
/// the text of the file ends the parse, and the tree has the values before it. The tree of a binary property list has no places,
/// see `SourceTree.hasPlaces`. It is read with native recursion, so that it may nest at most 512 levels even under higher limits.
package func parsePropertyList(
  _ bytes: [UInt8], limits: SyntaxLimits = .init()
) -> (tree: SourceTree, findings: [Finding]) {
  let isBinary = FileFormat(of: bytes) == .binaryPropertyList
  if let finding = sizeRefusal(bytes, limits, range: isBinary ? nil : ByteRange(0, 0)) {
    var builder = SourceTreeBuilder(isBinary ? .binaryPropertyList : .xmlPropertyList, limits)
    builder.stop(finding)
    return builder.finish(size: bytes.count)
  }
  if isBinary { return BinaryPropertyList.parse(bytes, limits: limits) }
  if let finding = beginningRefusal(bytes) {
    var builder = SourceTreeBuilder(.xmlPropertyList, limits)
    builder.stop(finding)
    return builder.finish(size: bytes.count)
  }
  let (tree, findings) = PlainPropertyList.parse(bytes, limits: limits) ?? XMLPropertyList.parse(bytes, limits: limits)
  if findings.contains(where: \.code.holdsBack), let conflict = mergeConflict(in: bytes) { return (tree, [conflict]) }
  return (tree, findings)
}

private let openingHelp = "begin a property list with `<?xml` or `<plist`"

/// The first byte after a byte order mark and white space, and its offset.
func firstByte(of bytes: [UInt8]) -> (offset: Int, byte: UInt8)? {
  let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  guard let offset = bytes[start...].firstIndex(where: { !isXMLSpace($0) }) else { return nil }
  return (offset, bytes[offset])
}

/// The finding for a file that is too large.
func sizeRefusal(_ bytes: [UInt8], _ limits: SyntaxLimits, range: ByteRange?) -> Finding? {
  // Both libraries count bytes in 32 bits.
  let maximum = min(limits.fileSize, Int(Int32.max))
  guard bytes.count > maximum else { return nil }
  return Finding(
    .limit, "the file has \(bytes.count) bytes, more than the limit of \(maximum)", range: range,
    help: "split it into several files")
}

/// The finding for a file that does not begin as XML in UTF-8 does.
private func beginningRefusal(_ bytes: [UInt8]) -> Finding? {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0) {
    return Finding(
      .encoding, "the file is UTF-16 or binary, not UTF-8", range: ByteRange(0, min(2, bytes.count)),
      help: "save the file as UTF-8")
  }
  guard let (offset, byte) = firstByte(of: bytes) else {
    return Finding(
      .syntax, "the file is empty", range: ByteRange(bytes.count, bytes.count),
      help: "write `<plist version=\"1.0\"><dict/></plist>` if nothing belongs in it")
  }
  guard byte != UInt8(ascii: "<") else { return nil }
  return Finding(
    .syntax, "expected `<` at the beginning of the file, found \(token(at: offset..<offset + 1, in: bytes))",
    range: ByteRange(offset, offset + 1), help: openingHelp)
}
