// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import LinuxIO
import Reporting
import TextComparison
import ThemeEngine

/// The files of a bundle as they were read. Writes those that are fixed.
struct FilesToFix {
  let changes: [FileChange]
  /// The name of the bundle.
  let name: String
  /// The absolute path without links of each path.
  let documents: BytewiseDictionary<String>
  /// The original bytes of each document.
  private(set) var originals: BytewiseDictionary<[UInt8]> = [:]
  /// Absolute, without links.
  private let directory: String

  /// - Throws: when the directory itself cannot be read.
  init(_ location: BundleLocation) throws(SystemError) {
    directory = location.directory
    let contents = try BundleContents(directory: directory)
    changes = contents.files
    name = location.name(contents.settings)
    var documents: BytewiseDictionary<String> = [:]
    for change in changes {
      guard case .bytes(let bytes) = change.content, let document = try? realPath("\(directory)/\(change.path)") else {
        continue
      }
      documents[change.path] = document
      originals[document] = bytes
    }
    self.documents = documents
  }

  /// Why a document must not be written; nil if it may be. Other bundles may use files outside of the bundle, and an atomic
  /// write would replace only one name of a file with several.
  func reasonToSpare(_ document: String) -> String? {
    guard isInside(document) else { return "it lies outside of the bundle" }
    guard let status = try? fileStatus(document) else { return nil }
    if status.linkCount > 1 { return "it has \(status.linkCount) names (hard links)" }
    return status.mode & 0o222 == 0 ? "it is read-only" : nil
  }

  /// Whether a document is in the bundle.
  func isInside(_ document: String) -> Bool {
    document.utf8.starts(with: (directory == "/" ? "/" : "\(directory)/").utf8)
  }

  /// The document's path in the bundle. For a document outside, the path of a link to it.
  func path(of document: String) -> String {
    guard !isInside(document) else {
      return String(Substring(document.utf8.dropFirst(directory == "/" ? 1 : directory.utf8.count + 1)))
    }
    return changes.first { Bytewise(documents[$0.path]) == Bytewise(document) }?.path ?? document
  }

  /// Applies fixes in memory.
  func fixing(_ scope: Fixing.Scope, rootFile: String?) -> Fixing {
    Fixing(
      changes, documents: documents, scope: scope, isWritable: { reasonToSpare($0) == nil },
      makeEngine: { ThemeEngine(bundle: name, rootFile: rootFile) })
  }

  /// Replaces documents if all are unchanged since they were read.
  func write(_ changed: [(key: String, value: [UInt8])]) throws(CommandFailure) {
    try checkUnchanged(changed.map(\.key))
    for (document, bytes) in changed { try write(bytes, to: document) }
  }

  /// Checks that documents are unchanged since they were read.
  func checkUnchanged(_ documents: some Sequence<String>) throws(CommandFailure) {
    for document in documents {
      let original = originals[document] ?? []
      guard (try? readFile(document, limit: original.count)) == original else {
        throw CommandFailure(
          .noBundle, "`\(path(of: document))` was changed meanwhile; nothing is written", help: "run `livery fix` again"
        )
      }
    }
  }

  /// Replaces a document if it is unchanged since it was read.
  func write(_ bytes: [UInt8], to document: String) throws(CommandFailure) {
    let original = originals[document] ?? []
    do throws(SystemError) {
      guard try readFile(document, limit: original.count) == original else {
        throw SystemError(call: "read", errno: .busy, path: document, detail: "it was changed meanwhile")
      }
      try writeFileAtomically(document, bytes, mode: try fileStatus(document).mode)
    } catch {
      throw CommandFailure(
        .noBundle, "the file cannot be written: \(error)", help: "files before it in the order of paths are written"
      )
    }
  }
}
