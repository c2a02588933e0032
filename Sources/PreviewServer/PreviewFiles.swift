// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConnection
import PreviewPage
import TerminalIO
import TextComparison

/// The files of a running preview: where its address is kept, and the page that leads a browser there.
final class PreviewFiles {
  private let options: PreviewOptions
  /// Of this user alone.
  private let directory: String
  private var made: [String] = []

  init(_ options: PreviewOptions) throws(PreviewFailure) {
    self.options = options
    do throws(SystemError) {
      directory = try SocketSearch.here(option: nil).prepareDirectory()
    } catch {
      throw PreviewFailure("\(error)")
    }
  }

  /// The bundle's name within the name of a file.
  private var name: String {
    String(String.UnicodeScalarView(options.bundle.unicodeScalars.map { $0 == "/" ? "_" : $0 }))
  }

  /// A new token, or with a chosen port the one of before.
  func token() throws(PreviewFailure) -> PageToken {
    guard options.port != nil else { return PageToken.random() }
    let path = try stateDirectory() + "/preview-\(name).token"
    if let bytes = try? readFile(path, limit: 64), let token = PageToken(text: String(decoding: bytes, as: UTF8.self)),
      let status = try? linkStatus(path), status.user == effectiveUser, status.mode & 0o077 == 0
    {
      return token
    }
    let token = PageToken.random()
    do throws(SystemError) {
      try writeFileAtomically(path, Array(token.text.utf8), mode: 0o600)
    } catch {
      throw PreviewFailure("the token for --port cannot be kept: \(error)")
    }
    return token
  }

  private func stateDirectory() throws(PreviewFailure) -> String {
    let base: String
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      base = "\(state)/livery"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      base = "\(home)/.local/state/livery"
    } else {
      throw PreviewFailure("HOME is not set: the token of --port has nowhere to be kept")
    }
    do throws(SystemError) {
      try makeDirectories(base, mode: 0o700)
    } catch {
      throw PreviewFailure("\(error)")
    }
    return base
  }

  /// Says where the page is: on standard output, and in a file.
  func publish(_ url: String) throws(PreviewFailure) {
    try write("\(url)\n", to: "preview-\(name).url")
    do throws(SystemError) {
      _ = try StandardStream.output.write("\(url)\n")
    } catch {
      throw PreviewFailure("the address cannot be printed: \(error)")
    }
  }

  /// Writes a page that leads a browser to the address. Returns its path.
  func writeLeadingPage(to url: String) throws(PreviewFailure) -> String {
    try write(PageAssets.leadingPage(to: url), to: "preview-\(name).html")
  }

  @discardableResult
  private func write(_ text: String, to name: String) throws(PreviewFailure) -> String {
    let path = "\(directory)/\(name)"
    do throws(SystemError) {
      try writeFileWithoutWaiting(path, Array(text.utf8), mode: 0o600)
    } catch {
      throw PreviewFailure("\(error)")
    }
    made.append(path)
    return path
  }

  /// Removes the written files, and the directory of a private daemon.
  func remove() {
    for path in made { try? removeFile(path) }
    if options.isPrivate {
      // A command that was killed has left its socket and the lock of it.
      let directory = splitPath(options.socket).directory
      for entry in (try? listDirectory(directory)) ?? [] { try? removeFile("\(directory)/\(entry.name)") }
      try? removeDirectory(directory)
    }
  }
}
