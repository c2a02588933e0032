// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

enum LinkFeature {
  static func documentLinks(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let index = file.index else { return [] }
    let links = FileLinks(file.bundle)
    return .array(
      index.links.compactMap { link in
        guard let target = links.target(of: link.target, in: file.path) else { return nil }
        return ["range": file.range(link.range), "target": .string(file.bundle.uri(of: target.path))]
      })
  }
}

/// The files that are named in include files and resolver documents.
struct FileLinks {
  /// The rule by which a name leads to its file.
  enum Form {
    case fromFolder, fromRoot, baseName
  }

  private let paths: [String]

  init(_ bundle: OpenBundle) { paths = bundle.engine.paths }

  /// The file that a name means in a file.
  func target(of name: String, in file: String) -> (path: String, form: Form)? {
    let folder = directory(of: file)
    if let path = Self.joined(folder, name), paths.containsBytewise(path) {
      return (path, .fromFolder)
    }
    if paths.containsBytewise(name) { return (name, .fromRoot) }
    let same = paths.filter { Bytewise(lastSegment($0)) == Bytewise(name) }
    return same.count == 1 ? (same[0], .baseName) : nil
  }

  /// A relative path from a folder, without `.` and `..`; nil where it leads out.
  static func joined(_ folder: String, _ path: String) -> String? {
    var parts = folder.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      switch String(Substring(part)) {
      case ".": break
      case "..":
        if parts.isEmpty { return nil }
        parts.removeLast()
      case let name: parts.append(name)
      }
    }
    return parts.joined(separator: "/")
  }

  /// The name of a file as seen from a folder: the reverse.
  static func relative(_ path: String, from folder: String) -> String {
    let from = folder.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let to = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let shared = zip(from, to.dropLast()).prefix { Bytewise($0) == Bytewise($1) }.count
    return ([String](repeating: "..", count: from.count - shared) + to[shared...]).joined(separator: "/")
  }
}
