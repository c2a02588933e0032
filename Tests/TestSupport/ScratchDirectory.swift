// SPDX-License-Identifier: MIT

import Foundation

/// A temporary directory of a test.
package final class ScratchDirectory: Sendable {
  /// Absolute and without links.
  package let path: String

  /// - Parameter parent: /tmp only in a test of /tmp: editors save in a different way there.
  package init(in parent: String = "/var/tmp") throws {
    let url = URL(filePath: "\(parent)/livery-test-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a name in it.
  package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in place, as a shell does, directories included.
  package func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// The same with bytes, which need not be UTF-8.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    let directory = URL(filePath: self(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = try WrittenFile(self(name))
    try file.write(bytes)
    try file.close()
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self(name))
  }

  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }

  /// The names in it, or in a directory in it, sorted.
  package func names(in directory: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self(directory)).sorted()
  }
}
