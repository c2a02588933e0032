// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import ThemeOutputs

/// The target of an output: a file or a directory, by the rules of its format.
package struct OutputTarget: Sendable {
  /// Absolute.
  package let path: String
  private let format: OutputFormat
  private let overwrites: Bool
  /// The content that this process wrote last.
  private var written: (content: OutputContent, bytes: [UInt8])?

  /// - Parameter overwrites: whether files that are not Livery's are replaced, after they are kept.
  package init(path: String, format: OutputFormat, overwrites: Bool) {
    self.path = path
    self.format = format
    self.overwrites = overwrites
  }

  /// Whether this process wrote this content last, so that nothing has to be opened.
  package func has(_ content: OutputContent) -> Bool { written?.content == content }

  /// Whether the file or directory is as Livery wrote it.
  package func isOurs(_ digests: OutputDigests) -> Bool {
    if format.makesDirectory { return OutputDirectory(path: path, overwrites: overwrites).isOurs }
    return OutputFile(path: path, overwrites: overwrites).isOurs(digests)
  }

  /// The files as they are, and as they would be.
  package func changes(to content: OutputContent) -> [(path: String, old: [UInt8], new: [UInt8])] {
    switch content {
    case .file(let text, _):
      let old = OutputFile(path: path, overwrites: overwrites).content() ?? []
      return [(path, old, Mark.marked(text, format))]
    case .directory(let parts):
      let directory = OutputDirectory(path: path, overwrites: overwrites)
      return parts.map { ("\(path)/\($0.path)", directory.content(of: $0.path) ?? [], Array($0.text.utf8)) }
    }
  }

  /// Fails as `write` would at the place of the file or directory, and writes nothing.
  package func check(_ content: OutputContent, _ digests: OutputDigests) throws(OutputProblem) {
    switch content {
    case .file(let text, _):
      try OutputFile(path: path, overwrites: overwrites).check(Mark.marked(text, format), digests)
    case .directory: _ = try OutputLocation(path, .directory)
    }
  }

  /// Puts back the files that Livery replaced. False where none was kept.
  package func restore(_ digests: OutputDigests) throws(OutputProblem) -> Bool {
    if format.makesDirectory { return try OutputDirectory(path: path, overwrites: overwrites).restore() }
    return try OutputFile(path: path, overwrites: overwrites).restore(digests)
  }

  /// Removes temporary files that a killed program left here. Call it only while no other program writes there.
  package func removeAbandonedTemporaries() {
    if format.makesDirectory {
      OutputDirectory(path: path, overwrites: overwrites).removeAbandonedTemporaries()
    } else if let place = try? OutputLocation(path) {
      place.directory.removeAbandonedTemporaries(of: place.name)
    }
  }

  /// Writes the content.
  ///
  /// - Parameter digests: see `OutputFile.write`.
  package mutating func write(
    _ content: OutputContent, _ digests: inout OutputDigests
  ) throws(OutputProblem) -> WriteOutcome {
    switch content {
    case .file(let text, _):
      let bytes = Mark.marked(text, format)
      let file = OutputFile(path: path, overwrites: overwrites)
      let outcome = try file.write(bytes, hasMark: format.comment != nil, over: written?.bytes, &digests)
      written = (content, bytes)
      return outcome
    case .directory(let parts):
      let outcome = try OutputDirectory(path: path, overwrites: overwrites).write(parts)
      written = (content, [])
      return outcome
    }
  }
}
