// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import ThemeOutputs

extension Template {
  /// Reads a template. Its partials are files beside it, with the name of the partial, or that name and `.mustache`.
  package init(file path: String) throws(OutputProblem) {
    var partials: [String] = []
    try self.init(file: path, &partials)
  }

  /// - Parameter partials: gets the names of the partials that were looked for, also if one is missing or faulty.
  private init(file path: String, _ partials: inout [String]) throws(OutputProblem) {
    let directory = splitPath(path).directory
    try self.init(name: path, text: try Self.text(path)) { name throws(OutputProblem) in
      guard !name.utf8.contains(UInt8(ascii: "/")), name.utf8.first != UInt8(ascii: ".") else {
        throw OutputProblem(
          "\(path): `\(name)` is not the plain name of a file", help: "put the partial beside the template")
      }
      partials.append(name)
      let candidates = Self.candidates(for: name, in: directory)
      guard let file = candidates.first(where: { (try? linkStatus($0)) != nil }) else {
        throw OutputProblem("\(path): the partial `\(name)` is missing", help: "write \(candidates[1])")
      }
      return try Self.text(file)
    }
  }

  /// The files that a partial may be, the first one that exists.
  private static func candidates(for partial: String, in directory: String) -> [String] {
    ["\(directory)/\(partial)", "\(directory)/\(partial).mustache"]
  }

  /// The files that a template is made of, and those that its partials may become.
  package static func files(of path: String) -> [String] {
    let directory = splitPath(path).directory
    var partials: [String] = []
    _ = try? Template(file: path, &partials)
    return [path] + partials.flatMap { candidates(for: $0, in: directory) }
  }

  private static func text(_ path: String) throws(OutputProblem) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: maximumBytes)
    } catch {
      throw OutputProblem("the template cannot be read: \(error)", help: "write the path of a file of text")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OutputProblem("the template \(path) is not UTF-8", help: "save it as UTF-8")
    }
    return text
  }
}
