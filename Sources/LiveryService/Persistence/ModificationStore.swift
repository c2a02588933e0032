// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel

/// Why values that are set at run time are not kept for the next start.
struct NotSaved: Error, Equatable {
  var reason: String
}

/// Keeps values that are set at run time over restarts, in one file a bundle that is written on request alone.
///
/// Whenever the machine or the daemon stops, the file is the old one or the new one, as a whole. An invalid file is set aside under a
/// name of its own, and is never replaced.
struct ModificationStore {
  /// Bytes of the file at most. The values that the limit `modifications` allows take fewer.
  static let limit = 16 << 20
  /// The version of the file's form.
  private static let version = 1
  /// Deeper than values that can be set.
  private static let depth = 256

  private let path: String
  private let bundle: String
  private let bundleDirectory: String
  private let log: Log
  /// The existing file is invalid and could not be set aside.
  private var isBlocked = false

  init(directory: String, bundle: String, bundleDirectory: String, log: Log) {
    path = "\(directory)/\(bundle).modifications.json"
    self.bundle = bundle
    self.bundleDirectory = bundleDirectory
    self.log = log
  }

  /// Reads the file of an earlier daemon. Empty if there is none or it is invalid.
  mutating func load() -> RuntimeSettings {
    // A daemon that was killed during a write leaves a temporary file.
    try? removeAbandonedTemporaries(of: path)
    do throws(NotReadable) {
      return try read()
    } catch {
      setAside(error)
      return RuntimeSettings()
    }
  }

  /// Sets the loaded values. A theme that is gone is left out.
  func restore(_ settings: RuntimeSettings, to engine: ThemeEngine) {
    engine.restore(settings.modifications)
    var themes = settings.themes
    while true {
      do throws(ModificationError) {
        return try engine.useThemes(themes)
      } catch {
        guard case .unknownTheme(let name, _) = error else { return }
        log.warning("\(bundle): the theme `\(name)`, which was in use, is gone")
        themes.removeAll { Bytewise($0) == Bytewise(name) }
      }
    }
  }

  /// Replaces the file atomically, or removes it if nothing is set. The disk has the change when this returns.
  mutating func save(_ settings: RuntimeSettings) throws(NotSaved) {
    do throws(SystemError) {
      if isBlocked, (try? linkStatus(path)) != nil { _ = try LinuxIO.setAside(path) }
      isBlocked = false
      guard !settings.isEmpty else { return try removeFileDurably(path) }
      try writeFileAtomically(path, bytes(of: settings), mode: 0o600)
    } catch {
      throw NotSaved(reason: "\(error)")
    }
  }

  private func bytes(of settings: RuntimeSettings) -> [UInt8] {
    var object = JSONObject([
      ("version", .number(Double(Self.version))), ("bundle", .string(bundle)), ("directory", .string(bundleDirectory)),
    ])
    object.members += settings.json.object?.members ?? []
    return JSONValue.object(object).bytes
  }

  // MARK: Reading

  /// Why the file is invalid.
  private struct NotReadable: Error {
    var reason: String
  }

  private func read() throws(NotReadable) -> RuntimeSettings {
    // A link would not survive the next save.
    if let kind = try? linkStatus(path).kind, kind != .regular { throw NotReadable(reason: "it is not a regular file") }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: Self.limit)
    } catch {
      if error.errno == .noSuchFile { return RuntimeSettings() }
      throw NotReadable(reason: "\(error)")
    }
    guard let value = try? JSONValue(parsing: bytes, maximumDepth: Self.depth) else {
      throw NotReadable(reason: "it is not JSON")
    }
    guard value["version"]?.number == Double(Self.version), let name = value["bundle"]?.string,
      let directory = value["directory"]?.string, let settings = RuntimeSettings(json: value)
    else { throw NotReadable(reason: "it does not have the form that this version writes") }
    guard Bytewise(name) == Bytewise(bundle), Bytewise(directory) == Bytewise(bundleDirectory) else {
      throw NotReadable(reason: "it belongs to the bundle `\(name)` in \(directory)")
    }
    return settings
  }

  private mutating func setAside(_ problem: NotReadable) {
    do throws(SystemError) {
      let aside = try LinuxIO.setAside(path)
      log.warning("\(path) is not taken over and kept as \(aside): \(problem.reason)")
    } catch {
      isBlocked = true
      log.warning("\(path) is not taken over: \(problem.reason); it cannot be moved aside: \(error)")
    }
  }
}
