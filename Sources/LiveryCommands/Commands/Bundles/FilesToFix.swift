// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import LinuxIO
import Reporting
import TextComparison
import ThemeEngine

/// The files of a bundle on disk as they were read, and the way back for those that change.
struct FilesToFix {
  let changes: [FileChange]
  /// The name of the bundle.
  let name: String
  /// What the paths lead to, absolute and without links.
  let documents: BytewiseDictionary<String>
  /// The bytes that were read, by document.
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

  /// Why a document is left as it is; nil when it may be written. A manifest may let links lead out of the bundle, to what
  /// others use, too; a file with several names is replaced under one of them alone; what nobody may write is not replaced.
  func reasonToSpare(_ document: String) -> String? {
    guard isInside(document) else { return "it lies outside of the bundle" }
    guard let status = try? fileStatus(document) else { return nil }
    if status.linkCount > 1 { return "it has \(status.linkCount) names (hard links)" }
    return status.mode & 0o222 == 0 ? "it is read-only" : nil
  }

  /// Whether a document lies in the bundle.
  func isInside(_ document: String) -> Bool {
    document.utf8.starts(with: (directory == "/" ? "/" : "\(directory)/").utf8)
  }

  /// The document's path in the bundle; for one outside, the path that leads to it.
  func path(of document: String) -> String {
    guard !isInside(document) else {
      return String(Substring(document.utf8.dropFirst(directory == "/" ? 1 : directory.utf8.count + 1)))
    }
    return changes.first { Bytewise(documents[$0.path]) == Bytewise(document) }?.path ?? document
  }

  /// Checks that documents are still as they were read, before any of them is written.
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

  /// Replaces a document that is still as it was read.
  func write(_ bytes: [UInt8], to document: String) throws(CommandFailure) {
    let original = originals[document] ?? []
    do throws(SystemError) {
      guard try readFile(document, limit: original.count) == original else { throw changedMeanwhile(document) }
      try writeFileAtomically(document, bytes, mode: try fileStatus(document).mode)
    } catch {
      throw CommandFailure(
        .noBundle, "the file cannot be written: \(error)", help: "what comes before it in the order of paths is written"
      )
    }
  }

  private func changedMeanwhile(_ document: String) -> SystemError {
    SystemError(call: "read", errno: .busy, path: document, detail: "it was changed meanwhile")
  }
}
