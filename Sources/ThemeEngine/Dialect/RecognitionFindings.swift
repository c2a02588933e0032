// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The findings about the dialect of a bundle: why it is unknown, and which files look like another one.
struct RecognitionFindings {
  let files: FileTable
  let manifest: Manifest

  /// The number of files that a message names.
  static let maximumNames = 5

  private var manifestHelp: String {
    let names = DialectName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return "write `\(Manifest.path)` beside the theme files, with { \"dialect\": NAME }; the dialects are \(names)"
  }

  var nothingSeen: Finding {
    if let finding = nestedBundles { return finding }
    if files.paths.isEmpty {
      let help =
        manifest.bounds.exclude == nil
        ? "run `livery init`, or name another directory"
        : "check `exclude` in `\(Manifest.path)`: it may leave out all of them"
      return Finding(.unknownDialect, "no theme files found here", help: help)
    }
    let shown = files.paths.prefix(Self.maximumNames).map { "`\($0)`" }.joined(separator: ", ")
    let rest = files.paths.count - Self.maximumNames
    let more = rest > 0 ? " and \(rest) more" : ""
    let isManifestRead = files.manifest.map {
      !(files[$0].reading?.findings.contains(where: \.code.holdsBack) ?? false)
    }
    return Finding(
      .unknownDialect, "the dialect of this bundle is unknown; Livery found: \(shown)\(more)",
      help: isManifestRead ?? true ? manifestHelp : "fix `\(Manifest.path)` first: it may name the dialect")
  }

  /// The finding that bundles lie in directories below, by their manifests or root files.
  private var nestedBundles: Finding? {
    var directories: BytewiseSet = []
    for path in files.paths {
      let segments = path.utf8.split(separator: UInt8(ascii: "/"))
      guard segments.count == 2 else { continue }
      let name = String(Substring(segments[1]))
      if Bytewise(name) == Bytewise(Manifest.path) || name.hasPrefix("theme") && name.hasSuffix(".inc.json") {
        directories.insert(String(Substring(segments[0])))
      }
    }
    let names = directories.sorted()
    guard names.count > 1 else { return nil }
    let shown = names.prefix(Self.maximumNames).map { "`\($0)`" }.joined(separator: ", ")
    return Finding(
      .unknownDialect,
      "this is not a bundle; it contains \(names.count) bundles: \(shown)\(names.count > Self.maximumNames ? " and more" : "")",
      help: "name one of these directories")
  }

  func ambiguous(_ seen: [String]) -> Finding {
    nestedBundles
      ?? Finding(
        .unknownDialect, "this bundle matches several dialects: \(seen.joined(separator: "; "))", help: manifestHelp)
  }

  /// The finding about a file that is named for another dialect and has no content of it.
  func setAside(_ file: FileID, of other: any Dialect.Type, in present: DialectName) -> Finding {
    let path = files.path(of: file)
    // Names in other case are evidence, but never the names of a dialect.
    let hasName = other.isNamedAsOwn(path: path) || other.sign(ofFileNamed: lastSegment(path)) == .name
    let (message, action) =
      hasName
      ? ("is named as a file of \(other.name.rawValue) but has no content of it yet", "write the file")
      : ("is not the name of a file of \(other.name.rawValue), which is in lower case", "rename the file")
    var finding = Finding(
      .unknownDialect, "`\(path)` \(message); the bundle stays \(present.rawValue)", file: file,
      help:
        "\(action), remove it, or name the dialect in `\(Manifest.path)`: { \"dialect\": \"\(present.rawValue)\" }")
    finding.heldChoice = .dialect
    return finding
  }

  /// The finding about a root whose content is that of another dialect. It concerns the bundle: about the file, which is held, only the
  /// finding that holds it is listed.
  func rewritten(_ file: FileID, as other: any Dialect.Type, in present: DialectName) -> Finding {
    var finding = Finding(
      .unknownDialect,
      "`\(files.path(of: file))` looks like a theme of \(other.name.rawValue); the bundle stays \(present.rawValue)",
      help: "undo the change, or run `livery forget` to read the bundle as \(other.name.rawValue)")
    finding.heldChoice = .dialect
    return finding
  }

  func unknownRoot(_ path: String) -> Finding {
    guard FileFormat.mayBeTheme(fileName: path) else {
      return Finding(
        .noRoot, "`\(path)` is not a theme file",
        help: "name a directory, or a file with the extension .json, .yaml, .plist or .xml"
      )
    }
    guard let file = files.file(at: path) else {
      return Finding(
        .noRoot, "the root file `\(path)` is not in the bundle", help: "name an existing theme file as the root")
    }
    return Finding(
      .unknownDialect, "`\(path)` does not look like a theme of any dialect", file: file, help: manifestHelp)
  }
}
