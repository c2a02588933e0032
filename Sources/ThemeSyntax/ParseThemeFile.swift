// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Parses a theme file in the format that its content shows: a binary property list, one in XML, or JSON. A name of YAML makes
/// it YAML.
///
/// - Parameter path: of the file. Where the content shows no format, the findings are those of the format that the name
///   promises.
package func parseThemeFile(
  _ bytes: [UInt8], path: String, limits: SyntaxLimits = .init()
) -> (tree: SourceTree, findings: [Finding]) {
  switch FileFormat(of: bytes, named: path) {
  case .xmlPropertyList, .binaryPropertyList: parsePropertyList(bytes, limits: limits)
  case .yaml: parseYAML(bytes, limits: limits)
  case .json, nil: parseJSON(bytes, limits: limits)
  }
}
