// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import Reporting
import StyledText
import ThemeDialects
import ThemeEngine
import ThemeModel

extension CommandOption {
  fileprivate static let dialect = CommandOption(
    "dialect", value: .choice(of: DialectName.self), default: DialectName.redbeard.rawValue,
    "The system of themes that the bundle is written in.")
}

extension Command {
  static let initialize = Command(
    "init", "Make a small bundle to start from",
    details: [
      "`livery check` finds no problems in it. Nothing is overwritten: when one of the files exists, the command creates nothing and ends "
        + "with 2; so it does in the directory of another bundle and below it."
    ],
    operands: [Operand("DIR", .optional, "The directory, which is made when it is missing; else this one.")],
    options: [.dialect],
    examples: [
      Example("livery init my-theme", "A bundle of Redbeard's."),
      Example("livery init my-theme --dialect giotto", "One of Giotto's."),
    ], run: makeBundle)
}

private func makeBundle(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let directory = arguments.operands.first ?? "."
  let files = arguments.choice(.dialect, or: DialectName.redbeard).dialect.starterFiles
  if let taken = files.first(where: { (try? linkStatus("\(directory)/\($0.path)")) != nil }) {
    throw CommandFailure(
      .usage, "`\(directory)/\(taken.path)` exists, and `livery init` overwrites nothing",
      help: "name another directory")
  }
  // The new files would become part of that bundle, or take it over.
  let hasManifest = (try? linkStatus("\(directory)/\(BundleSettings.manifestPath)")) != nil
  if let file = hasManifest ? BundleSettings.manifestPath : BundleEvidence(in: directory)?.file {
    throw CommandFailure(
      .usage, "`\(directory)` is a bundle already: it has `\(file)`", help: "name another directory")
  }
  if let outer = directories(above: directory).first(where: BundleEvidence.isBundle) {
    throw CommandFailure(
      .usage, "`\(directory)` would be part of the bundle in \(outer)", help: "name a directory outside of it")
  }
  var made: [String] = []
  do throws(SystemError) {
    try makeDirectories(directory, mode: 0o777)
    for file in files {
      try makeFile("\(directory)/\(file.path)", Array("\(file.text)\n".utf8))
      made.append("\(directory)/\(file.path)")
    }
  } catch {
    // Some files of a bundle would keep the next `livery init` from making it.
    for path in made { try? removeFile(path) }
    throw CommandFailure(.usage, "the bundle cannot be created: \(error)")
  }
  for path in made { console.output.write(StyledLine(path)) }
  console.errors.write(
    StyledLine(
      "print the resolved values with `livery resolve \(directory)`; follow your edits with `livery watch \(directory)`"
    ))
  return .fine
}

/// The absolute paths of the directories that contain a directory, the nearest first.
private func directories(above directory: String) -> [String] {
  guard let path = try? absolutePath(directory) else { return [] }
  return path.indices.reversed().filter { path[$0] == "/" }.map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
}
