// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import LinuxIO
import Reporting
import ThemeDialects
import ThemeEngine
import ThemeModel

/// A bundle on disk, which a command line names by its directory or root file.
struct BundleLocation {
  /// The directory's absolute path with its links, for programs that follow the bundle: links may change.
  let path: String
  /// The directory's absolute path without links.
  let directory: String
  /// The name of the root file, if the user named it.
  let rootFile: String?
  /// The prefix of its files' paths in output; empty for the working directory.
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
    if let rootFile, let bundle = BundleLocation.bundle(ofThemeFile: rootFile, in: directory) {
      throw CommandFailure(
        .noBundle, "`\(operand)` is not a root file, but a theme file of the bundle `\(bundle)`",
        help: "name the directory: \(bundle)")
    }
  }

  /// The directory of the Redbeard bundle that a file belongs to, with a root file in the file's directory or above. Nil for files that
  /// can be a bundle by themselves. Lists these directories.
  private static func bundle(ofThemeFile file: String, in directory: String) -> String? {
    guard !Redbeard.isIncludeFile(file), allDialects.allSatisfy({ $0.sign(ofFileNamed: file) != .name }) else {
      return nil
    }
    var directory = directory
    while true {
      let names = ((try? listDirectory(directory)) ?? []).map(\.name)
      if names.contains(where: { Redbeard.sign(ofFileNamed: $0) == .name }) { return directory }
      guard directory != "/", !names.contains(BundleSettings.manifestPath) else { return nil }
      directory = splitPath(directory).directory
    }
  }

  /// The name of the bundle. Reads the manifest.
  var name: String { BundleName(ofBundleAt: path).text }

  /// The name of the bundle by a manifest with these settings.
  func name(_ settings: BundleSettings) -> String { BundleName(given: nil, settings, path: path).text }

  /// The path of a file below the directory; nil for others.
  fileprivate func relativePath(of file: String) -> String? {
    let start = directory == "/" ? "/" : directory + "/"
    return file.utf8.starts(with: start.utf8) ? String(Substring(file.utf8.dropFirst(start.utf8.count))) : nil
  }

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

/// A bundle that was read once, for commands without a daemon.
struct LoadedBundle {
  let location: BundleLocation
  let engine: ThemeEngine
  /// The paths of its files, relative to the directory.
  let paths: [String]

  /// - Parameters:
  ///   - isStrict: see `ThemeEngine`.
  ///   - file: a file that is not one of the bundle, though it may lie in its directory.
  ///   - untilExit: the command ends soon, and returns no memory before.
  init(
    _ operand: String, isStrict: Bool = false, leavingOut file: String? = nil, untilExit: Bool = false
  ) throws(CommandFailure) {
    let location = try BundleLocation(operand)
    self.location = location
    do throws(SystemError) {
      let leftOut = file.flatMap { try? realPath($0) }.flatMap { location.relativePath(of: $0) }
      let contents = try BundleContents(directory: location.directory, leavingOut: leftOut)
      if untilExit, contents.byteCount >= Self.enoughForHugePages {
        enlargeHeap(by: contents.byteCount * Self.heapOfByte)
      }
      engine = contents.engine(named: location.name(contents.settings), rootFile: location.rootFile, isStrict: isStrict)
      if untilExit { keepUntilExit(engine) }
      paths = contents.files.map(\.path)
    } catch {
      throw CommandFailure(.noBundle, "the bundle `\(operand)` cannot be read: \(error)")
    }
  }

  /// The bytes of files from which huge pages save more time than it takes to ask for them.
  private static let enoughForHugePages = 1 << 18
  /// The bytes of the heap for a byte of files.
  private static let heapOfByte = 8

  var places: BundlePlaces {
    BundlePlaces(bundle: engine.bundle, directory: location.directory, prefix: location.prefix)
  }

  func findings(_ diagnostics: [Diagnostic]) -> BundleFindings {
    BundleFindings(places, diagnostics: diagnostics, source: engine.source)
  }

  func findings(_ report: CheckReport) -> BundleFindings {
    var findings = findings(report.diagnostics)
    findings.suppressed = report.suppressed
    findings.largeIDs = report.largeIDs
    findings.rulesWithoutLargeIDs = report.rulesWithoutLargeIDs
    findings.unchecked = report.unchecked
    findings.permutations = report.permutations
    return findings
  }
}

extension [Diagnostic] {
  /// Whether nothing can be resolved: there is no root file, or the dialect is unknown.
  var leaveNothing: Bool { indices.contains { self[$0].leavesNothing } }
}

extension Diagnostic {
  /// Whether nothing of its bundle can be read because of this.
  var leavesNothing: Bool {
    guard severity == .error else { return false }
    // With two resolver documents, neither is the root.
    let isRootAmbiguous = code == .ambiguousFile && file.hasSuffix(".resolver.json")
    return code == .noRoot || code == .unknownDialect || isRootAmbiguous
  }
}
