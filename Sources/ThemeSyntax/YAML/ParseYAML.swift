// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Parses a theme file in YAML: one document of mappings, sequences and scalars of the core schema of YAML 1.2.
///
/// Accepts any bytes. The first error ends the parse, and the tree has the values before it. Aliases are expanded, and their
/// values have the places of the anchored value. Merge keys, tags that are not of the core schema, and keys that are no scalars
/// are errors. A number that overflows a double is a text, since `9e9999` may be meant as six digits of a colour.
package func parseYAML(
  _ bytes: [UInt8], limits: SyntaxLimits = .init()
) -> (tree: SourceTree, findings: [Finding]) {
  if let finding = sizeRefusal(bytes, limits, range: ByteRange(0, 0)) ?? encodingRefusal(bytes) {
    var builder = SourceTreeBuilder(.yaml, limits)
    builder.stop(finding)
    return builder.finish(size: bytes.count, text: bytes)
  }
  let (tree, findings) = YAMLFile.parse(bytes, limits: limits)
  if findings.contains(where: \.code.holdsBack), let conflict = mergeConflict(in: bytes) { return (tree, [conflict]) }
  return (tree, findings)
}

/// The finding for a file in UTF-16. Other invalid bytes are reported at their places.
private func encodingRefusal(_ bytes: [UInt8]) -> Finding? {
  guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0) else {
    return nil
  }
  return Finding(
    .encoding, "the file is UTF-16 or binary, not UTF-8", range: ByteRange(0, min(2, bytes.count)),
    help: "save the file as UTF-8")
}
