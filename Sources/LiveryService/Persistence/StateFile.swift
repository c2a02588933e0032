// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison

/// A file of a bundle in the state directory: JSON that a daemon writes for the next one. An invalid file is set aside under a name of
/// its own, and never replaced.
struct StateFile {
  let path: String
  let bundle: String
  let bundleDirectory: String
  let log: Log

  /// Why a file is invalid, or cannot be read.
  struct Invalid: Error {
    var reason: String
    /// Whether its content is unknown, since the system refused it: such a file stays where it is.
    var isUnread = false
    static let form = Invalid(reason: "it does not have the form that this version writes")
  }

  /// - Parameters:
  ///   - kind: the end of the file's name.
  ///   - bundle: the beginning of the file's name.
  init(_ kind: String, in directory: String, bundle: String, bundleDirectory: String, log: Log) {
    path = "\(directory)/\(bundle).\(kind).json"
    self.bundle = bundle
    self.bundleDirectory = plainPath(bundleDirectory)
    self.log = log
  }

  /// The content of the file; nil if there is none.
  func read(limit: Int, maximumDepth: Int) throws(Invalid) -> JSONValue? {
    // A daemon that was killed during a write leaves a temporary file.
    try? removeAbandonedTemporaries(of: path)
    // A link would not survive the next save.
    if let kind = try? linkStatus(path).kind, kind != .regular { throw Invalid(reason: "it is not a regular file") }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: limit)
    } catch {
      if error.errno == .noSuchFile { return nil }
      throw Invalid(reason: "\(error)", isUnread: error.errno != .fileTooLarge)
    }
    guard let value = try? JSONValue(parsing: bytes, maximumDepth: maximumDepth) else {
      throw Invalid(reason: "it is not JSON")
    }
    return value
  }

  /// As `read`, of a file that begins with `header`.
  ///
  /// - Parameter isOfDirectory: whether the content concerns the directory, so that it is not for a bundle of the same name elsewhere.
  func read(version: Int, limit: Int, maximumDepth: Int, isOfDirectory: Bool) throws(Invalid) -> JSONValue? {
    guard let value = try read(limit: limit, maximumDepth: maximumDepth) else { return nil }
    guard value["version"]?.number == Double(version), let name = value["bundle"]?.string,
      let directory = value["directory"]?.string
    else { throw .form }
    let isSamePlace = !isOfDirectory || Bytewise(plainPath(directory)) == Bytewise(bundleDirectory)
    guard Bytewise(name) == Bytewise(bundle), isSamePlace else {
      throw Invalid(reason: "it belongs to the bundle `\(name)` in \(directory)")
    }
    return value
  }

  /// The first members of a file with a version of its form.
  func header(version: Int) -> JSONObject {
    JSONObject([
      ("version", .number(Double(version))), ("bundle", .string(bundle)), ("directory", .string(bundleDirectory)),
    ])
  }

  /// The problem of a file that cannot be read, in words, which are logged.
  ///
  /// - Parameter what: its content, such as "the saved values".
  func noteUnread(_ what: String, _ failure: Invalid) -> String {
    let problem = "\(what) of `\(bundle)` are not in use, since the file cannot be read: \(failure.reason)"
    log.warning(problem)
    return problem
  }

  /// Moves an invalid file aside. Returns whether that succeeded.
  @discardableResult
  func setAside(_ reason: String) -> Bool {
    do throws(SystemError) {
      let aside = try LinuxIO.setAside(path)
      log.warning("\(path) is invalid and was moved to \(aside): \(reason)")
      return true
    } catch {
      log.warning("\(path) is invalid: \(reason); it cannot be moved aside: \(error)")
      return false
    }
  }
}
