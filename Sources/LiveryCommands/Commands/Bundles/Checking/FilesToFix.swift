// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import BundleWriting
import CommandLineInterface
import LinuxIO
import Reporting
import TextComparison
import ThemeEngine
import ThemeModel

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
  private let writer: BundleWriter

  /// - Throws: when the directory itself cannot be read.
  init(_ location: BundleLocation) throws(SystemError) {
    directory = location.directory
    writer = try BundleWriter(directory: directory)
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

  /// Why a document must not be written; nil if it may be. Other bundles may use files outside of the bundle.
  func reasonToSpare(_ document: String) -> String? {
    isInside(document) ? writer.reasonToSpare(path(of: document)) : "it lies outside of the bundle"
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
    for (count, (document, bytes)) in changed.enumerated() { try write(bytes, to: document, after: count) }
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
  ///
  /// - Parameter count: the number of documents that are written already.
  func write(_ bytes: [UInt8], to document: String, after count: Int = 0) throws(CommandFailure) {
    do throws(BundleWriter.Failure) {
      try writer.write(bytes, to: path(of: document), over: .bytes(originals[document] ?? []))
    } catch {
      throw CommandFailure(error, path(of: document), after: count)
    }
  }
}

extension CommandFailure {
  /// - Parameters:
  ///   - path: of the file in the bundle.
  ///   - count: the number of files that were written before it.
  init(_ failure: BundleWriter.Failure, _ path: String, after count: Int) {
    let verb = count == 1 ? "is" : "are"
    let written = count == 0 ? "nothing is written" : "\(counted(count, "file")) before it \(verb) written"
    switch failure {
    case .changed: self.init(.noBundle, "`\(path)` was changed meanwhile", help: written)
    case .spared(let reason): self.init(.noBundle, "`\(path)` is left as it is: \(reason)", help: written)
    case .system(let error): self.init(.noBundle, "the file cannot be written: \(error)", help: written)
    }
  }
}
