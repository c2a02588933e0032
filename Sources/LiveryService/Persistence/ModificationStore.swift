// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel

/// Why what is set at run time is not kept for the next start.
struct NotSaved: Error, Equatable {
  var reason: String
}

/// Keeps what is set at run time over restarts, one file a bundle; written when somebody asks for it, and never else.
///
/// Whenever the machine or the daemon stops, the file is the old one or the new one, whole. A file that cannot be taken over
/// is moved aside under a name of its own, and nothing ever replaces it.
struct ModificationStore {
  /// Bytes that the file may have. What may be set at run time takes fewer.
  static let limit = 16 << 20
  /// Of the form of the file.
  private static let version = 1
  /// Deeper than what can be set.
  private static let depth = 256

  private let path: String
  private let bundle: String
  private let bundleDirectory: String
  private let log: Log
  /// What has the name now was not written for this bundle, and could not be moved aside.
  private var isBlocked = false

  init(directory: String, bundle: String, bundleDirectory: String, log: Log) {
    path = "\(directory)/\(bundle).modifications.json"
    self.bundle = bundle
    self.bundleDirectory = bundleDirectory
    self.log = log
  }

  /// What an earlier run left; nothing when it left nothing, or nothing that can be taken over.
  mutating func load() -> RuntimeSettings {
    // What a killed daemon left half written takes room and means nothing.
    try? removeAbandonedTemporaries(of: path)
    do throws(NotReadable) {
      return try read()
    } catch {
      setAside(error)
      return RuntimeSettings()
    }
  }

  /// Sets what was loaded. A theme that is gone is left out.
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

  /// Replaces the file as one step; when nothing is set it goes. The disk has it when this returns.
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

  /// What is wrong with the file.
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
