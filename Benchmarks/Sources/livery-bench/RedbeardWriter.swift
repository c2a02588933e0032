// SPDX-License-Identifier: GPL-2.0-or-later

/// Writes a sketch as a Redbeard bundle: files of about 2 KB, a hundred in a folder, an include file for each folder; or
/// everything in one file.
struct RedbeardWriter {
  /// The size in bytes at which a file is full.
  private static let fileSize = 1900
  private static let filesInFolder = 100
  /// The file with the style `edited` only.
  static let editedName = "edited.theme.json"

  /// The number of files without that of `edited`, include files counted.
  private(set) var fileCount = 0
  private(set) var byteCount = 0

  private let directory: String
  private var entries: [String] = []
  private var size = 0
  private var folders: [[String]] = [[]]

  /// Writes the bundle into a new directory.
  init(_ sketch: ThemeSketch, directory: String) throws {
    self.directory = directory
    try Files.makeDirectory(directory)
    for item in sketch.items { try add(Self.text(item)) }
    try finishFile()
    if folders.last?.isEmpty == true { folders.removeLast() }
    for (folder, names) in folders.enumerated() {
      let list = names.map { "    \"\(Self.folderName(folder))/\($0)\"" }.joined(separator: ",\n")
      try Files.write("{\n  \"themes\": [\n\(list)\n  ]\n}\n", to: "\(directory)/\(Self.folderName(folder)).inc.json")
    }
    let includes = folders.indices.map { "    \"\(Self.folderName($0)).inc.json\"" }.joined(separator: ",\n")
    try Files.write("{\n\(Self.text(.style(sketch.edited)))\n}\n", to: "\(directory)/\(Self.editedName)")
    try Files.write(
      "{\n  \"include\": [\n\(includes)\n  ],\n  \"themes\": [\"\(Self.editedName)\"]\n}\n",
      to: "\(directory)/theme.inc.json")
  }

  private mutating func add(_ entry: String) throws {
    entries.append(entry)
    size += entry.utf8.count + 2
    if size >= Self.fileSize { try finishFile() }
  }

  private mutating func finishFile() throws {
    guard !entries.isEmpty else { return }
    if folders[folders.count - 1].count == Self.filesInFolder { folders.append([]) }
    let folder = Self.folderName(folders.count - 1)
    if folders[folders.count - 1].isEmpty { try Files.makeDirectory("\(directory)/\(folder)") }
    let name = "part-\(fileCount).theme.json"
    let text = "{\n" + entries.joined(separator: ",\n") + "\n}\n"
    try Files.write(text, to: "\(directory)/\(folder)/\(name)")
    folders[folders.count - 1].append(name)
    fileCount += 1
    byteCount += text.utf8.count
    entries = []
    size = 0
  }

  /// Writes a bundle of one file with all values, `edited` first. Returns its bytes.
  static func writeSingle(_ sketch: ThemeSketch, directory: String) throws -> Int {
    try Files.makeDirectory(directory)
    let entries = [text(.style(sketch.edited))] + sketch.items.map(text)
    let all = "{\n" + entries.joined(separator: ",\n") + "\n}\n"
    try Files.write(all, to: "\(directory)/\(editedName)")
    try Files.write("{ \"themes\": [\"\(editedName)\"] }\n", to: "\(directory)/theme.inc.json")
    return all.utf8.count
  }

  private static func folderName(_ index: Int) -> String { "folder-\(index)" }

  private static func text(_ item: ThemeSketch.Item) -> String {
    switch item {
    case .constant(let constant): return "  \"\(constant.name)\": \(text(constant.expression))"
    case .style(let style):
      var lines = style.parent.map { ["    \"inherits\": \"ref://\($0)\""] } ?? []
      lines += style.properties.map { "    \"\($0.name)\": \(text($0.expression))" }
      if !style.highlighted.isEmpty {
        let inner = style.highlighted.map { "      \"\($0.name)\": \(text($0.expression))" }.joined(separator: ",\n")
        lines.append("    \"highlighted\": {\n\(inner)\n    }")
      }
      return "  \"\(style.name)\": {\n\(lines.joined(separator: ",\n"))\n  }"
    }
  }

  private static func text(_ expression: ThemeSketch.Expression) -> String {
    switch expression {
    case .color(let hex): "\"\(hex)\""
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .flag(let flag): "\(flag)"
    case .reference(let id): "\"ref://\(id)\""
    }
  }
}
