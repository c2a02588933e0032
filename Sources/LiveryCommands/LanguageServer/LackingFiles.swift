// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeWatch

/// The files that the include files in a directory list, and that do not lie in it: the bundle may begin above.
struct LackingFiles {
  /// From the root of the bundle.
  private var names: [String] = []
  /// Without links, of names that lead up.
  private var paths: [String] = []

  private static let maximumIncludes = 64

  init() {}

  /// The files of a bundle that `evidence` shows to be of Redbeard. Lists the directory and those below only where a file is not at
  /// its place.
  init(of evidence: BundleEvidence, in directory: String) {
    let reader = BundleReader(path: directory)
    let engine = ThemeEngine(bundle: "")
    var includes = evidence.files
    var known = BytewiseSet(includes)
    var absent: [String] = []
    while let include = includes.popLast(), known.count <= Self.maximumIncludes {
      engine.apply(reader.read([include]))
      for link in engine.index(of: include)?.links ?? [] {
        let places = [ThemeModel.directory(of: include), ""].map { $0.isEmpty ? link.target : "\($0)/\(link.target)" }
        guard let place = places.first(where: { Self.isFile("\(directory)/\($0)") }) else {
          absent.append(link.target)
          continue
        }
        if let path = try? realPath("\(directory)/\(place)"), !isWithin(path, directory) {
          paths.append(path)
        } else if Redbeard.isIncludeFile(place), known.insert(place) {
          includes.append(place)
        }
      }
    }
    guard !absent.isEmpty else { return }
    // A base name is enough.
    let all = BytewiseSet(((try? walkBundle(directory)) ?? []).map(lastSegment))
    names = absent.filter { !all.contains(lastSegment($0)) }
  }

  /// Whether a directory above has one of the files.
  func areSome(in directory: String) -> Bool {
    names.contains { Self.isFile("\(directory)/\($0)") } || paths.contains { isWithin($0, directory) }
  }

  private static func isFile(_ path: String) -> Bool { (try? fileStatus(path))?.kind == .regular }
}
