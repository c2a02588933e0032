// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel

/// Finds the bundles of files. Looks for each manifest once, and for other evidence where none is known.
///
/// A bundle is the nearest directory with a manifest or that the user names, else the highest one in which the name or the form of a
/// file leaves no doubt, or that has files which the root file of a bundle below lists. It has no hidden files.
struct BundleSearch {
  private let named: [String]
  /// The directories above which nothing is looked at.
  private let tops: [String]
  /// The directories of bundles, by those of files; nil for files of no bundle.
  private var bundles: BytewiseDictionary<String?> = [:]
  private var sights: BytewiseDictionary<Sight> = [:]
  private var readers: BytewiseDictionary<BundleReader> = [:]
  /// That of the directories that were looked at, by this search or the ones before.
  private(set) var evidence: Evidence

  /// The files that bundles without a manifest list and lack, by the directories that other files than a manifest show to be bundles. A
  /// look at them costs the files that they list.
  struct Evidence {
    fileprivate var lacking: BytewiseDictionary<LackingFiles> = [:]
  }

  /// What shows that a directory is a bundle.
  private enum Sight {
    case manifest
    /// The files that the bundle lists and lacks.
    case evidence(lacking: LackingFiles)
    case nothing
  }

  /// - Parameters:
  ///   - folders: of the workspace.
  ///   - named: the directories that the user calls bundles.
  ///   - evidence: that of earlier searches.
  init(within folders: [String], named: [String], _ evidence: Evidence) {
    self.named = named.compactMap { try? realPath($0) }
    tops = folders.compactMap { try? realPath($0) } + self.named
    self.evidence = evidence
  }

  /// The directory of the bundle of a file, and the path of the file in it; nil for files of no bundle.
  mutating func bundle(of path: String) -> (directory: String, file: String)? {
    let (parent, name) = splitPath(path)
    guard let start = try? realPath(parent), let found = bundle(around: start) else { return nil }
    let file = String(Substring("\(start)/\(name)".utf8.dropFirst(found.utf8.count + 1)))
    let isFile = reader(of: found).mayHave(file) || Bytewise(file) == Bytewise(BundleSettings.manifestPath)
    return isFile ? (found, file) : nil
  }

  private mutating func reader(of directory: String) -> BundleReader {
    if let known = readers[directory] { return known }
    var reader = BundleReader(path: directory)
    _ = reader.apply(reader.readSettings())
    readers[directory] = reader
    return reader
  }

  private mutating func bundle(around start: String) -> String? {
    if let known = bundles[start] { return known }
    let tops = tops.filter { isWithin(start, $0) }
    // A file that is opened alone is its own workspace.
    let top = tops.max { $0.utf8.count < $1.utf8.count } ?? start
    var directory = start
    var found: String?
    var lacking = LackingFiles()
    while true {
      let sight = named.containsBytewise(directory) ? .manifest : sight(of: directory)
      switch sight {
      case .manifest: found = directory
      case .evidence(let files): (found, lacking) = (directory, files)
      case .nothing: if lacking.areSome(in: directory) { found = directory }
      }
      if case .manifest = sight { break }
      guard Bytewise(directory) != Bytewise(top), directory != "/" else { break }
      directory = splitPath(directory).directory
    }
    bundles[start] = .some(found)
    return found
  }

  private mutating func sight(of directory: String) -> Sight {
    if let known = sights[directory] { return known }
    let hasManifest = (try? linkStatus("\(directory)/\(BundleSettings.manifestPath)")) != nil
    let sight: Sight =
      if hasManifest {
        .manifest
      } else if let lacking = lackingFiles(of: directory) {
        .evidence(lacking: lacking)
      } else {
        .nothing
      }
    sights[directory] = sight
    return sight
  }

  /// The files that a bundle without a manifest lists and lacks. Nil where nothing shows a bundle: the next search looks at such a
  /// directory anew, since it may become one.
  private mutating func lackingFiles(of directory: String) -> LackingFiles? {
    if let known = evidence.lacking[directory] { return known }
    guard let found = BundleEvidence(in: directory) else { return nil }
    let lacking = found.dialect == .redbeard ? LackingFiles(of: found, in: directory) : LackingFiles()
    evidence.lacking[directory] = lacking
    return lacking
  }
}
