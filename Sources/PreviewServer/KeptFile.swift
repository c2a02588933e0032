// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// A file of a bundle that is about to be written. No link is followed on the way, so that nothing outside of the bundle is written,
/// whatever becomes of names meanwhile.
struct KeptFile: ~Copyable {
  private let directory: HeldDirectory
  private let name: String
  private let file: String

  /// - Parameters:
  ///   - root: the bundle's directory, absolute and without links.
  ///   - file: its path below it.
  init(_ file: String, below root: String) throws(PreviewFailure) {
    let names = (root + "/" + file).utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard let name = names.last, !names.containsBytewise("..") else {
      throw PreviewFailure(status: 409, "\(file) is no file of the bundle")
    }
    do throws(SystemError) {
      var directory = try HeldDirectory()
      for name in names.dropLast() { directory = try directory.directory(name) }
      self.directory = directory
    } catch {
      throw PreviewFailure(status: 409, "\(file) cannot be opened without following links: \(error.errno)")
    }
    self.name = name
    self.file = file
  }

  /// Replaces the file if it has these bytes: written beside it and renamed, with its mode.
  borrowing func replace(_ old: [UInt8], by new: [UInt8]) throws(PreviewFailure) {
    let status: FileStatus?
    let bytes: [UInt8]
    do throws(SystemError) {
      status = try directory.status(of: name)
      bytes = status?.kind == .regular ? try directory.read(name, limit: BundleAccess.maximumFile) : []
    } catch {
      throw PreviewFailure(status: 409, "\(file) cannot be read: \(error.errno)")
    }
    guard let status, status.kind == .regular else {
      throw PreviewFailure(status: 409, "\(file) is a link, or gone: it is not written")
    }
    guard bytes == old else {
      throw PreviewFailure(status: 409, "\(file) was changed since: take the change back, and try again")
    }
    do throws(SystemError) {
      try directory.replace(
        name, new, by: ".\(name).\(processIdentifier).tmp", mode: UInt32(status.mode & 0o7777))
    } catch {
      throw PreviewFailure(
        status: error.errno == .accessDenied ? 403 : 409, "\(file) cannot be written: \(error.errno)")
    }
  }
}
