// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The name of a root file, taken apart: `theme[_device][_version][_language].inc.json`.
struct RootName: Hashable {
  var device: String?
  var version: String?
  /// `ll_cc`; a file may write `ll-cc` as well.
  var language: String?

  init(device: String? = nil, version: String? = nil, language: String? = nil) {
    self.device = device
    self.version = version
    self.language = language
  }

  /// Nil when the file name is not that of a root.
  init?(_ fileName: String) {
    guard fileName.hasPrefix("theme"), fileName.hasSuffix(".inc.json") else { return nil }
    let middle = fileName.dropFirst("theme".count).dropLast(".inc.json".count)
    if middle.isEmpty { return }
    guard middle.hasPrefix("_") else { return nil }
    var tokens = middle.dropFirst().split(separator: "_", omittingEmptySubsequences: false)[...]
    if let device = tokens.first, Context.Device(rawValue: String(device)) != nil {
      self.device = String(device)
      tokens.removeFirst()
    }
    if let version = tokens.first, Context.isVersion(String(version)) {
      self.version = String(version)
      tokens.removeFirst()
    }
    let language = tokens.joined(separator: "_").split(separator: "-", omittingEmptySubsequences: false)
      .joined(separator: "_")
    if tokens.isEmpty { return }
    guard Self.isLanguage(language) else { return nil }
    self.language = language
  }

  /// The name of the file.
  var fileName: String {
    (["theme"] + [device, version, language].compactMap(\.self)).joined(separator: "_") + ".inc.json"
  }

  /// The candidates for a context, the most specific first. The device has precedence; of a version, the exact one comes before
  /// the major one, and the minor one is not tried.
  static func candidates(for context: Context) -> [RootName] {
    let devices = [context.device?.rawValue].compactMap(\.self) + [nil]
    let languages = [context.language].compactMap(\.self) + [nil]
    var versions: [String?] = []
    if let version = context.version {
      let major = String(version.prefix { $0 != "." })
      for candidate in [version, major + ".0", major] where !versions.contains(candidate) { versions.append(candidate) }
    }
    versions.append(nil)
    return devices.flatMap { device in
      versions.flatMap { version in
        languages.map { RootName(device: device, version: version, language: $0) }
      }
    }
  }

  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, (2...3).contains(parts[0].utf8.count), (2...3).contains(parts[1].utf8.count) else {
      return false
    }
    return parts[0].utf8.allSatisfy(isLowerCase)
      && parts[1].utf8.allSatisfy { isLowerCase($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isLowerCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
