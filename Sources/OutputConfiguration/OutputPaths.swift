// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import OutputFiles
import TextComparison
import ThemeModel
import ThemeOutputs

/// Finds outputs that would overwrite each other, the configuration or a template. Paths count without links.
struct OutputPaths {
  /// The path of the configuration itself.
  let configuration: String

  func problems(of outputs: [ConfiguredOutput]) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    var names: BytewiseSet = []
    var files: BytewiseDictionary<ConfiguredOutput> = [:]
    let paths = outputs.map { real($0.path) }
    let directories = zip(outputs, paths).filter { $0.0.format.makesDirectory }
    let sources = ([configuration] + outputs.compactMap(\.template).flatMap(Template.files)).map(real)
    for (output, path) in zip(outputs, paths) {
      func add(_ message: String, help: String) {
        problems.append(ConfigurationProblem(place: output.place, message: message, help: help))
      }
      if !names.insert(output.name) {
        add("two outputs are called `\(output.name)`", help: "give one of them another name")
      }
      if let other = files[path] {
        add("the outputs `\(other.name)` and `\(output.name)` write the same file", help: "choose another file")
      }
      if let (other, _) = directories.first(where: { isBelow(path, $0.1) }) {
        add("this output lies in the directory of the output `\(other.name)`", help: "choose another place")
      }
      if sources.contains(where: { Bytewise($0) == Bytewise(path) || output.format.makesDirectory && isBelow($0, path) }
      ) {
        add("this output would replace a file that the outputs are made of", help: "choose another file")
      }
      files[path] = output
    }
    return problems
  }

  private func isBelow(_ path: String, _ directory: String) -> Bool {
    isWithin(path, directory) && Bytewise(path) != Bytewise(directory)
  }

  /// The path without links, where the file or its directory is there.
  private func real(_ path: String) -> String {
    if let real = try? realPath(path) { return real }
    let (directory, name) = splitPath(path)
    return (try? realPath(directory)).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
  }
}
