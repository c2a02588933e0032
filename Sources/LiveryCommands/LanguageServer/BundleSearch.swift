// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel

/// Finds the bundles of files. Looks at each directory and reads each manifest once.
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

  /// What shows that a directory is a bundle.
  private struct Sight {
    var hasManifest = false
    var hasEvidence = false
    /// The files that the bundle lists and lacks.
    var lacking = LackingFiles()
  }

  /// - Parameters:
  ///   - folders: of the workspace.
  ///   - named: the directories that the user calls bundles.
  init(within folders: [String], named: [String]) {
    self.named = named.compactMap { try? realPath($0) }
    tops = folders.compactMap { try? realPath($0) } + self.named
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
      let sight = sight(of: directory)
      if sight.hasManifest || named.containsBytewise(directory) {
        found = directory
        break
      }
      if sight.hasEvidence {
        (found, lacking) = (directory, sight.lacking)
      } else if lacking.areSome(in: directory) {
        found = directory
      }
      guard Bytewise(directory) != Bytewise(top), directory != "/" else { break }
      directory = splitPath(directory).directory
    }
    bundles[start] = .some(found)
    return found
  }

  private mutating func sight(of directory: String) -> Sight {
    if let known = sights[directory] { return known }
    var sight = Sight()
    if (try? linkStatus("\(directory)/\(BundleSettings.manifestPath)")) != nil {
      sight.hasManifest = true
    } else if let evidence = BundleEvidence(in: directory) {
      sight.hasEvidence = true
      if evidence.dialect == .redbeard { sight.lacking = LackingFiles(of: evidence, in: directory) }
    }
    sights[directory] = sight
    return sight
  }
}
