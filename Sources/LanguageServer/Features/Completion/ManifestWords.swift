// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeEngine
import ThemeModel

/// The words that may stand in a manifest; docs/manifest.md is the reference.
struct ManifestWords {
  private let bundle: OpenBundle

  init(_ bundle: OpenBundle) { self.bundle = bundle }

  /// The keys of the object that keys lead to.
  func keys(at place: [String]) -> [(text: String, detail: String)] {
    switch place.first {
    case nil:
      return [
        ("name", "instead of the directory's name"), ("dialect", "of the files"), ("root", "the first file"),
        ("default", "the theme of contexts that name none"), ("fallback", "to the default theme"),
        ("suffixes", "of keys, by device"), ("exclude", "paths that are no themes"),
        ("contexts", "to look at and to check"), ("outside", "directories that links may lead to"),
        ("limits", "of files and values"), ("rules", "the severity of findings"),
        ("suppressions", "findings that are accepted"), ("suppressionReasons", "for comments"),
      ]
    case "contexts" where place.count == 2:
      return ["device", "version", "language", "themes", "modifiers"].map { ($0, "") }
    case "contexts" where place.count == 3 && place[2] == "modifiers":
      return modifiers.map { ($0.name, $0.contexts.joined(separator: ", ")) }
    case "suffixes" where place.count == 1: return devices.map { ($0, "") }
    case "limits" where place.count == 1: return ["depth", "fileSize", "values"].map { ($0, "") }
    case "rules" where place.count == 1: return codes
    case "suppressions" where place.count == 2:
      return ["code", "file", "id", "path", "reason"].map { ($0, "") }
    default: return []
    }
  }

  /// The texts of the value that keys lead to.
  func values(at place: [String]) -> [(text: String, detail: String)] {
    switch place.first {
    case "dialect": return DialectName.allCases.map { ($0.rawValue, "") }
    case "root": return bundle.engine.paths.map { ($0, "a file") }
    case "default": return bundle.engine.themes.map { ($0, "a theme") }
    case "suppressionReasons": return [("optional", ""), ("required", "")]
    case "rules" where place.count == 2: return ["off", "info", "warning", "error"].map { ($0, "") }
    case "contexts" where place.count >= 3:
      switch place[2] {
      case "device": return devices.map { ($0, "") }
      case "themes": return bundle.engine.themes.map { ($0, "a theme") }
      case "modifiers" where place.count == 4:
        return modifiers.first { Bytewise($0.name) == Bytewise(place[3]) }?.contexts.map { ($0, "") } ?? []
      default: return []
      }
    case "suppressions" where place.count == 3:
      switch place[2] {
      case "code": return codes
      case "file": return bundle.engine.paths.map { ($0, "a file") }
      case "id": return bundle.engine.ids(in: bundle.snapshot).map { ($0.name, $0.isStyle ? "a style" : "a constant") }
      default: return []
      }
    default: return []
    }
  }

  private var devices: [String] { ["phone", "pad"] }

  private var codes: [(text: String, detail: String)] {
    DiagnosticCode.allCases.filter { !$0.isFixed }.map { ($0.slug, $0.rawValue) }
  }

  /// The modifiers that contexts of the bundle choose.
  private var modifiers: [(name: String, contexts: [String])] {
    var contexts: BytewiseDictionary<BytewiseSet> = [:]
    for covering in bundle.engine.coveringContexts(maximum: 256) {
      for (name, context) in covering.context.modifiers.sortedMembers {
        contexts[name, default: []].insert(context)
      }
    }
    return contexts.sortedMembers.map { ($0.key, $0.value.sorted()) }
  }
}
