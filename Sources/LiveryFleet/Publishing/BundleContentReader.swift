// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import FleetModel
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel

/// The bytes of a bundle as one publication has them.
struct BundleContent {
  /// In the order of their paths.
  var files: [(path: String, bytes: [UInt8])]
  /// Of the snapshot that these bytes give, without a context and with nothing set at run time.
  var digest: String
  /// The state of the bundle, which may forbid to publish these bytes.
  var condition: BundleCondition
}

/// Reads the files of a bundle, and resolves them. Files that did not change are not read again.
final class BundleContentReader {
  let directory: String
  private let name: String
  private var reader: BundleReader
  private var engine: ThemeEngine
  /// The bytes of each file, with its status when they were read; nil within a second of a write, which may leave the status as it
  /// is.
  private var known: BytewiseDictionary<(status: FileStatus?, bytes: [UInt8])> = [:]

  init(directory: String, bundle: String) {
    self.directory = directory
    name = bundle
    reader = BundleReader(path: directory)
    engine = ThemeEngine(bundle: bundle)
  }

  /// Reads files. Links become their targets.
  ///
  /// - Returns: nil when a file changed meanwhile.
  /// - Throws: `refused` for paths that other machines cannot have. A name that is not UTF-8 would lead to no file.
  func read(_ paths: [String]) throws(FleetFailure) -> BundleContent? {
    try orFleetFailure(refusal: { () throws(Refusal) in try PathRules.check(paths) })
    let before = paths.map(status(of:))
    let stale = zip(paths, before).filter { path, status in
      guard let status, let old = known[path] else { return true }
      return old.status != status
    }.map(\.0)
    if stale.containsBytewise(BundleSettings.manifestPath) || known[BundleSettings.manifestPath] != nil {
      _ = reader.apply(reader.readSettings())
    }
    let changes = reader.read(stale)
    guard paths.map(status(of:)) == before else { return nil }

    let gone = known.keys.filter { !paths.containsBytewise($0) }
    engine.apply(changes + gone.map { FileChange(path: $0, content: .gone) })
    for path in gone { known[path] = nil }
    for change in changes {
      switch change.content {
      case .gone: return nil
      case .unreadable(let finding):
        throw .refused(Refusal("the bundle cannot be published: \(finding.message)"))
      case .bytes(let bytes):
        known[change.path] = nil
        guard let status = status(of: change.path) else { return nil }
        let isSettled = status.changed < Int64(secondsSince1970() - 1) * 1_000_000_000
        known[change.path] = (isSettled ? status : nil, bytes)
      }
    }
    engine.publish()
    let files = paths.compactMap { path in known[path].map { (path: path, bytes: $0.bytes) } }
    guard files.count == paths.count else { return nil }
    return content(of: files)
  }

  /// Links are followed: the content counts.
  private func status(of path: String) -> FileStatus? { try? fileStatus("\(directory)/\(path)") }

  private func content(of files: [(path: String, bytes: [UInt8])]) -> BundleContent {
    var snapshot = engine.open(Context())
    if engine.isHoldingBack || snapshot.errorCount > 0 {
      // Last good values are on this machine alone.
      engine = ThemeEngine(bundle: name)
      engine.apply(files.map { FileChange(path: $0.path, content: .bytes($0.bytes)) })
      snapshot = engine.open(Context())
    }
    return BundleContent(
      files: files, digest: snapshot.digest,
      condition: BundleCondition(
        errors: snapshot.errorCount, held: snapshot.held, unreadable: snapshot.unreadableCount, overlays: 0))
  }
}
