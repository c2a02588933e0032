// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Parses a theme file in the format of its content: a binary property list, an XML property list, or JSON. A file named as YAML
/// is YAML.
///
/// - Parameter path: of the file. If the content identifies no format, the format of the name decides about the findings.
package func parseThemeFile(
  _ bytes: [UInt8], path: String, limits: SyntaxLimits = .init()
) -> (tree: SourceTree, findings: [Finding]) {
  switch FileFormat(of: bytes, named: path) {
  case .xmlPropertyList, .binaryPropertyList: parsePropertyList(bytes, limits: limits)
  case .yaml: parseYAML(bytes, limits: limits)
  case .json, nil: parseJSON(bytes, limits: limits)
  }
}
