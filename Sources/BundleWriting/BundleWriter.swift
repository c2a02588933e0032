// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import TextComparison

/// Replaces and removes files of a bundle, and nothing outside of it.
///
/// Each file is opened below the bundle's directory, one directory after the other and none through a link, so that a directory that is
/// exchanged for a link meanwhile leads nowhere. A file is written beside its place, synchronized with the disk and renamed: a full
/// disk or a crash leaves the old bytes whole. It keeps its mode.
package struct BundleWriter: Sendable {
  /// Absolute, without links.
  private let directory: String

  /// Why a file is not written. Nothing of it changed.
  package enum Failure: Error, Equatable {
    /// Its bytes are not those that the caller knows.
    case changed
    /// It must not be written, in words.
    case spared(String)
    case system(SystemError)
  }

  /// The content that a file must have before it is written.
  package enum Expected: Sendable {
    case bytes([UInt8])
    /// No file.
    case nothing
    case anything
  }

  /// Bytes of a file that is read to compare it.
  private static let maximumBytes = 1 << 30

  /// - Parameter directory: that of the bundle. Links on the way to it are followed, once.
  package init(directory: String) throws(SystemError) { self.directory = try realPath(directory) }

  // MARK: Where a path leads

  /// The path that a file of the bundle has without links, relative to the directory; nil when it leads out. Links in the bundle are
  /// followed, so that the file is written and the link stays.
  package func document(of path: String) -> String? {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }),
      !path.utf8.contains(0)
    else { return nil }
    guard let real = try? realPath("\(directory)/\(path)") else {
      // A file that is to come. Its directories must not be links.
      return (try? linkStatus("\(directory)/\(path)")) == nil ? path : nil
    }
    let root = directory == "/" ? "/" : "\(directory)/"
    guard real.utf8.starts(with: root.utf8) else { return nil }
    return String(Substring(real.utf8.dropFirst(root.utf8.count)))
  }

  /// Why a file must not be written; nil if it may be. An atomic write would replace only one name of a file with several.
  ///
  /// - Parameter document: as `document(of:)` answers it.
  package func reasonToSpare(_ document: String) -> String? {
    guard let status = try? linkStatus("\(directory)/\(document)") else { return nil }
    switch status.kind {
    case .regular: break
    case .link, .directory, .fifo, .socket, .device: return "it is not a regular file"
    }
    if status.linkCount > 1 { return "it has \(status.linkCount) names (hard links)" }
    return status.mode & 0o222 == 0 ? "it is read-only" : nil
  }

  /// The bytes of a file; nil where there is none.
  package func content(of document: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try HeldDirectory(throughNoLink: directory).atFile(document) { directory, name throws(SystemError) in
        try directory.read(name, limit: Self.maximumBytes)
      }
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  // MARK: Writing

  /// Replaces a file, or makes one with its directories.
  package func write(_ bytes: [UInt8], to document: String, over expected: Expected) throws(Failure) {
    try change(document, over: expected, makesDirectories: true) { directory, name, status throws(SystemError) in
      try directory.replaceDurably(name, bytes, mode: status?.mode, owner: status)
    }
  }

  /// Removes a file. Its directory stays.
  package func remove(_ document: String, over expected: Expected) throws(Failure) {
    try change(document, over: expected, makesDirectories: false) { directory, name, _ throws(SystemError) in
      try directory.remove(name)
      try directory.sync()
    }
  }

  private func change(
    _ document: String, over expected: Expected, makesDirectories: Bool,
    _ body: (borrowing HeldDirectory, String, FileStatus?) throws(SystemError) -> Void
  ) throws(Failure) {
    if let reason = reasonToSpare(document) { throw .spared(reason) }
    var isChanged = false
    do throws(SystemError) {
      try HeldDirectory(throughNoLink: directory).atFile(document, makesDirectories: makesDirectories) {
        directory, name throws(SystemError) in
        let status = try directory.status(of: name)
        switch (expected, status) {
        case (.anything, _), (.nothing, nil): break
        case (.bytes(let bytes), .some): isChanged = try directory.read(name, limit: Self.maximumBytes) != bytes
        case (.bytes, nil), (.nothing, .some): isChanged = true
        }
        // Another program may have written it since it was compared.
        let statusNow = try directory.status(of: name)
        isChanged = isChanged || statusNow != status
        if !isChanged { try body(directory, name, status) }
      }
    } catch {
      throw .system(error)
    }
    if isChanged { throw .changed }
  }
}
