// SPDX-License-Identifier: GPL-2.0-or-later

@_spi(_Unicode) import Swift
import TextComparison

/// The paths that a release may have: each one names the same file on every file system, below the directory of the release.
///
/// Paths are compared as bytes. Two that are equal after NFC and case folding are refused, since some file systems take them for
/// one; case folding is here the mapping of each scalar to upper and then lower case, twice.
package enum PathRules {
  /// Checks all paths of a release. Costs a few table look-ups for each file and each directory.
  ///
  /// - Throws: the first fault, with the path.
  package static func check(_ paths: [String]) throws(Refusal) {
    guard paths.count <= FleetLimits.maximumFiles else {
      throw Refusal("there are \(paths.count) files; at most \(FleetLimits.maximumFiles) are allowed")
    }
    var files: BytewiseSet = []
    var directories: BytewiseSet = []
    var folded: BytewiseDictionary<String> = [:]
    func fold(_ path: String) throws(Refusal) {
      let key = caseFolded(path)
      if let other = folded[key], Bytewise(other) != Bytewise(path) {
        throw Refusal("the paths \(quoted(other)) and \(quoted(path)) differ in case or in their Unicode form alone")
      }
      folded[key] = path
    }
    for path in paths {
      if let fault = fault(of: path) { throw Refusal("the path \(quoted(path)) \(fault)") }
      guard files.insert(path) else { throw Refusal("the path \(quoted(path)) is there twice") }
      try fold(path)
      // Directories fold like files: `A/x` and `a/y` would share a directory. Those above a known one are known.
      var next = directory(of: path)
      while let directory = next, directories.insert(directory) {
        guard directories.count <= FleetLimits.maximumDirectories else {
          throw Refusal("there are more than \(FleetLimits.maximumDirectories) directories")
        }
        try fold(directory)
        next = Self.directory(of: directory)
      }
    }
    if let path = paths.first(where: { directories.contains($0) }) {
      throw Refusal("the path \(quoted(path)) is a file and a directory")
    }
  }

  /// Why a path is invalid by itself, as the rest of a sentence; nil for a valid path.
  static func fault(of path: String) -> String? {
    let bytes = path.utf8
    guard (1...FleetLimits.maximumPathBytes).contains(bytes.count) else {
      return "has \(bytes.count) bytes; 1 to \(FleetLimits.maximumPathBytes) are allowed"
    }
    for component in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if component.isEmpty { return "begins or ends with a slash, or has two in a row" }
      if component.count > FleetLimits.maximumComponentBytes {
        return "has a name of \(component.count) bytes; \(FleetLimits.maximumComponentBytes) are allowed"
      }
      if component.first == UInt8(ascii: ".") { return "has a name that begins with a dot" }
    }
    if bytes.contains(UInt8(ascii: "\\")) { return "has a backslash" }
    if path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "has a control character"
    }
    // Bytes that are no UTF-8 were replaced by this scalar when the path was read.
    if path.unicodeScalars.contains("\u{FFFD}") { return "is not UTF-8" }
    return Bytewise(normalized(path)) == Bytewise(path) ? nil : "is not in the Unicode form NFC"
  }

  /// The directory of a path; nil for a single name.
  private static func directory(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  private static func normalized(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return String(String.UnicodeScalarView(text._nfc))
  }

  private static func caseFolded(_ text: String) -> String {
    normalized(text.uppercased().lowercased().uppercased().lowercased())
  }
}

/// A text from elsewhere, for a message: characters that would change a terminal or a line are escaped.
package func quoted(_ text: String) -> String {
  var quoted = "`"
  for scalar in text.unicodeScalars.prefix(200) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      quoted += "\\u{\(String(scalar.value, radix: 16))}"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + (text.unicodeScalars.count > 200 ? "…`" : "`")
}
