// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel

/// The reason why values set at run time are not stored.
struct NotSaved: Error, Equatable {
  var reason: String
}

/// Keeps values that are set at run time over restarts, in one file a bundle that is written on request alone.
///
/// After a crash of the machine or the daemon, the file is the whole old one or the whole new one. An invalid file is set aside
/// under a name of its own, and is never replaced.
struct ModificationStore {
  /// Bytes of the file at most. The values that the limit `modifications` allows take fewer.
  static let limit = 16 << 20
  /// The version of the file's form.
  private static let version = 1
  /// Deeper than values that can be set.
  private static let depth = 256

  private let file: StateFile
  /// The existing file is invalid and could not be set aside, or cannot be read.
  private var isBlocked = false
  /// The reason why the values of an earlier daemon are not in use, or the present ones not stored; nil if they are.
  private(set) var problem: String?

  init(directory: String, bundle: String, bundleDirectory: String, log: Log) {
    file = StateFile("modifications", in: directory, bundle: bundle, bundleDirectory: bundleDirectory, log: log)
  }

  /// Reads the file of an earlier daemon. Empty if there is none or it is invalid.
  mutating func load() -> RuntimeSettings {
    do throws(StateFile.Invalid) {
      let value = try file.read(
        version: Self.version, limit: Self.limit, maximumDepth: Self.depth, isOfDirectory: false)
      guard let value else { return RuntimeSettings() }
      guard let settings = RuntimeSettings(json: value) else { throw .form }
      return settings
    } catch {
      if error.isUnread {
        isBlocked = true
        problem = file.noteUnread("the saved values", error)
      } else {
        isBlocked = !file.setAside(error.reason)
      }
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
        file.log.warning("\(file.bundle): the theme `\(name)`, which was in use, is gone")
        themes.removeAll { Bytewise($0) == Bytewise(name) }
      }
    }
  }

  /// Replaces the file atomically, or removes it if nothing is set. The disk has the change when this returns.
  mutating func save(_ settings: RuntimeSettings) throws(NotSaved) {
    do throws(SystemError) {
      if isBlocked, (try? linkStatus(file.path)) != nil { _ = try LinuxIO.setAside(file.path) }
      isBlocked = false
      if settings.isEmpty {
        try removeFileDurably(file.path)
      } else {
        try writeFileAtomically(file.path, bytes(of: settings), mode: 0o600)
      }
      problem = nil
    } catch {
      problem = "the values of `\(file.bundle)` that are set at run time could not be saved: \(error)"
      throw NotSaved(reason: "\(error)")
    }
  }

  private func bytes(of settings: RuntimeSettings) -> [UInt8] {
    var object = file.header(version: Self.version)
    object.members += settings.json.object?.members ?? []
    return JSONValue.object(object).bytes
  }
}
