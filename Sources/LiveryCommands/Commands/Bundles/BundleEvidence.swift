// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import ThemeDialects
import ThemeEngine
import ThemeModel

/// A file whose name or form leaves no doubt that its directory is a bundle of a dialect.
struct BundleEvidence {
  let file: String
  /// All files whose names are as good, `file` among them.
  let files: [String]
  let dialect: DialectName

  private static let maximumReadFiles = 64
  private static let maximumBytes = 4 << 20

  /// Nil without such a file. Reads few files, and none below the directory, which may be that of any project.
  init?(in directory: String) {
    let names = ((try? listDirectory(directory)) ?? []).filter { $0.kind == .regular || $0.kind == .link }.map(\.name)
    let signs = allDialects.flatMap { dialect in
      names.compactMap { name in dialect.sign(ofFileNamed: name).map { (dialect: dialect.name, file: name, sign: $0) } }
    }
    let reader = BundleReader(path: directory)
    let found =
      signs.first { $0.sign == .name }
      ?? signs.prefix(Self.maximumReadFiles).first { Self.dialect(of: $0.file, reader) == $0.dialect }
    guard let found else { return nil }
    (file, dialect) = (found.file, found.dialect)
    files = signs.filter { $0.dialect == found.dialect && $0.sign == found.sign }.map(\.file)
  }

  /// Whether a directory is a bundle by its manifest or by such a file.
  static func isBundle(_ directory: String) -> Bool {
    if let bytes = try? readFile("\(directory)/\(BundleSettings.manifestPath)", limit: maximumBytes) {
      // The configuration of a daemon has this name, too.
      if ConfigurationFile.namesBundles(bytes) == false { return true }
    }
    return BundleEvidence(in: directory) != nil
  }

  /// The dialect of a bundle of one file.
  private static func dialect(of file: String, _ reader: BundleReader) -> DialectName? {
    guard let change = reader.read([file]).first, case .bytes(let bytes) = change.content, bytes.count <= maximumBytes
    else { return nil }
    let engine = ThemeEngine(bundle: "")
    engine.apply([change])
    return engine.dialectName
  }
}
