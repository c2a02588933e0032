// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import LinuxIO
import Reporting
import ThemeEngine
import ThemeModel

/// A bundle on disk, as a command line names it: a directory, or the root file in it.
struct BundleLocation {
  /// The directory's, absolute, as it was named: for programs that follow it, since links on the way may change.
  let path: String
  /// Where the path leads now, absolute, without links.
  let directory: String
  /// Set when the user named the root file.
  let rootFile: String?
  /// What stands before the paths of its files where people read them: empty for the working directory.
  let prefix: String

  init(_ operand: String) throws(CommandFailure) {
    let kind: FileKind
    do throws(SystemError) {
      kind = try fileStatus(operand).kind
    } catch {
      throw BundleLocation.failure(operand, error)
    }
    var shown = operand
    while shown.count > 1, shown.hasSuffix("/") { shown.removeLast() }
    switch kind {
    case .directory: rootFile = nil
    case .regular:
      let slash = shown.lastIndex(of: "/")
      rootFile = slash.map { String(shown[shown.index(after: $0)...]) } ?? shown
      shown = slash.map { $0 == shown.startIndex ? "/" : String(shown[..<$0]) } ?? "."
    case .link, .fifo, .socket, .device:
      throw CommandFailure(.noBundle, "`\(operand)` is neither a directory nor a file")
    }
    if shown.hasPrefix("./") { shown.removeFirst(2) }
    prefix = shown == "." || shown.isEmpty ? "" : shown.hasSuffix("/") ? shown : shown + "/"
    do throws(SystemError) {
      path = try absolutePath(shown.isEmpty ? "." : shown)
      directory = try realPath(path)
    } catch {
      throw BundleLocation.failure(operand, error)
    }
  }

  /// The name of the bundle, as its manifest says now. Reads the manifest.
  var name: String { BundleName(ofBundleAt: path).text }

  /// The name of the bundle by a manifest with these settings.
  func name(_ settings: BundleSettings) -> String { BundleName(given: nil, settings, path: path).text }

  private static func failure(_ operand: String, _ error: SystemError) -> CommandFailure {
    let slash = operand.lastIndex(of: "/")
    let parent = slash.map { String(operand[...$0]) } ?? ""
    let name = slash.map { String(operand[operand.index(after: $0)...]) } ?? operand
    let names = ((try? listDirectory(parent.isEmpty ? "." : parent)) ?? []).map(\.name)
    let near = error.errno == .noSuchFile ? nearest(to: name, among: names)?.name : nil
    return CommandFailure(
      .noBundle, "the bundle `\(operand)` cannot be read: \(error.errno.text)",
      help: near.map { "did you mean `\(parent)\($0)`?" })
  }
}

/// A bundle that was read once, for commands that need no daemon.
struct LoadedBundle {
  let location: BundleLocation
  let engine: ThemeEngine
  /// The files that were found, relative to the directory.
  let paths: [String]

  init(_ operand: String) throws(CommandFailure) {
    let location = try BundleLocation(operand)
    self.location = location
    do throws(SystemError) {
      let contents = try BundleContents(directory: location.directory)
      engine = contents.engine(named: location.name(contents.settings), rootFile: location.rootFile)
      paths = contents.files.map(\.path)
    } catch {
      throw CommandFailure(.noBundle, "the bundle `\(operand)` cannot be read: \(error)")
    }
  }

  func findings(_ diagnostics: [Diagnostic]) -> BundleFindings {
    BundleFindings(
      bundle: engine.bundle, directory: location.directory, prefix: location.prefix, diagnostics: diagnostics,
      source: engine.source)
  }

  func findings(_ report: CheckReport) -> BundleFindings {
    var findings = findings(report.diagnostics)
    findings.suppressed = report.suppressed
    findings.unchecked = report.unchecked
    return findings
  }
}

extension Sequence<Diagnostic> {
  /// Nothing can be resolved: no root file was found, or nobody can tell what it is written in.
  var leaveNothing: Bool {
    contains { diagnostic in
      switch diagnostic.code {
      case .noRoot, .unknownDialect: diagnostic.severity == .error
      default: false
      }
    }
  }
}
