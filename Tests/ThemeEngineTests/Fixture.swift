// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// A conformance case: a folder with a bundle and the expected results.
struct Fixture: CustomTestStringConvertible {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  var dialect: String
  var name: String

  var testDescription: String { "\(dialect)/\(name)" }

  /// All cases of all dialects that have a bundle of their own.
  static var all: [Fixture] {
    folders.filter { FileManager.default.fileExists(atPath: $0.folder.appending(path: "bundle").path) }
  }

  /// All cases, those on the bundles of `Examples` included.
  static var folders: [Fixture] {
    let folder = root.appending(path: "Tests/Fixtures")
    return names(in: folder).flatMap { dialect in
      names(in: folder.appending(path: dialect)).map { Fixture(dialect: dialect, name: $0) }
    }
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.contains(".") }.sorted()
  }

  var folder: URL { Self.root.appending(path: "Tests/Fixtures/\(dialect)/\(name)") }

  /// Read from `context.json`; the empty context without one.
  func context() throws -> Context {
    guard let bytes = try? Data(contentsOf: folder.appending(path: "context.json")) else { return Context() }
    let json = try JSONValue(parsing: Array(bytes), maximumDepth: 8)
    return Context(
      device: json["device"]?.string.flatMap(Context.Device.init(rawValue:)), version: json["version"]?.string,
      language: json["language"]?.string, themes: json["themes"]?.array?.compactMap(\.string) ?? [],
      modifiers: BytewiseDictionary(
        (json["modifiers"]?.object?.members ?? []).compactMap { key, value in value.string.map { (key, $0) } },
        uniquingKeysWith: { $1 }))
  }

  func expected() throws -> JSONValue { try Self.json(folder.appending(path: "expected.json")) }

  static func json(_ url: URL) throws -> JSONValue {
    try JSONValue(parsing: Array(try Data(contentsOf: url)), maximumDepth: 256)
  }

  /// The lines of `diagnostics.txt`.
  func expectedDiagnostics() throws -> [String] {
    let text = try String(contentsOf: folder.appending(path: "diagnostics.txt"), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// All files of a folder that are not hidden, as changes.
  static func changes(of folder: URL) throws -> [FileChange] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.sorted().compactMap { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      var isDirectory: ObjCBool = false
      let url = folder.appending(path: path)
      guard !isHidden, FileFormat.mayBeTheme(fileName: path),
        FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory), !isDirectory.boolValue
      else { return nil }
      return FileChange(path: path, content: .bytes(Array(try Data(contentsOf: url))))
    }
  }
}

extension Snapshot {
  /// As it is printed.
  var json: JSONValue {
    get throws {
      var writer = JSONWriter()
      write(to: &writer)
      return try JSONValue(parsing: writer.bytes, maximumDepth: 256)
    }
  }

  /// Constants, styles, and the order of styles where it decides.
  var content: JSONValue {
    get throws {
      let json = try json
      let content: JSONValue = ["constants": json["constants"] ?? nil, "styles": json["styles"] ?? nil]
      guard let order = json["order"], var object = content.object else { return content }
      object["order"] = order
      return .object(object)
    }
  }
}
