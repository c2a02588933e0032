// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryService
import TextComparison
import ThemeEngine

/// The files of a bundle on disk as they were read, and the way back for those that change.
struct FilesToFix {
  let changes: [FileChange]
  /// What the paths lead to, absolute and without links.
  let documents: BytewiseDictionary<String>
  /// The bytes that were read, by document.
  private(set) var originals: BytewiseDictionary<[UInt8]> = [:]
  /// Absolute, without links.
  private let directory: String

  /// - Throws: when the directory itself cannot be read.
  init(_ location: BundleLocation) throws(SystemError) {
    directory = location.directory
    changes = try readOnce(directory: directory)
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

  /// Whether a document may be written. A manifest may let links lead out of the bundle, to what others use, too.
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
