// SPDX-License-Identifier: GPL-2.0-or-later

import BundleWriting
import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import MessageDigest
import Reporting
import StyledText
import TextComparison

/// The changes of a bundle's files that make them those of an earlier generation.
struct UndoPlan {
  /// One file.
  struct Step {
    /// As the daemon names it.
    let path: String
    /// The file that is written, without links, relative to the directory.
    let document: String
    /// Nil for no file.
    let current: [UInt8]?
    /// Nil for no file.
    let wanted: [UInt8]?
    /// Whether the current content is that of no generation, so that writing loses it.
    let isInNoGeneration: Bool
  }

  /// The generation whose files are wanted.
  let generation: Int
  private(set) var steps: [Step] = []
  /// The files that are left alone, and why.
  private(set) var refused: [(path: String, reason: String)] = []
  private let writer: BundleWriter

  /// Compares the files of the newest generation with those of an earlier one and with those on disk.
  ///
  /// - Parameters:
  ///   - directory: the bundle's.
  ///   - isForced: whether files are overwritten that are not those of the newest generation.
  init(
    to generation: Int, _ files: [ThemeInterface.ChangedFile], of history: ServedHistory, in directory: String,
    isForced: Bool
  ) throws(CommandFailure) {
    self.generation = generation
    do throws(SystemError) {
      writer = try BundleWriter(directory: directory)
    } catch {
      throw CommandFailure(.noBundle, "the bundle in `\(directory)` cannot be read: \(error)")
    }
    var documents: BytewiseSet = []
    for file in files {
      guard let document = writer.document(of: file.file) else {
        refused.append((file.file, "it is a link that leads out of the bundle or nowhere"))
        continue
      }
      // Two names for one file: links within the bundle.
      guard documents.insert(document) else { continue }
      if let reason = try reasonToRefuse(file, document, isForced: isForced) {
        refused.append((file.file, reason))
        continue
      }
      let current = try content(of: document)
      let digest = current.map(sha256)
      guard digest != file.before else { continue }
      var wanted: [UInt8]?
      if file.before != nil { wanted = try history.content(of: file.file, in: generation) }
      steps.append(
        Step(
          path: file.file, document: document, current: current, wanted: wanted,
          isInNoGeneration: current != nil && digest != file.now))
    }
  }

  private func reasonToRefuse(
    _ file: ThemeInterface.ChangedFile, _ document: String, isForced: Bool
  ) throws(CommandFailure) -> String? {
    if file.unreadable == true { return "generation \(generation) could not read it" }
    if let reason = writer.reasonToSpare(document) { return reason }
    // Where no file is, writing one loses nothing.
    guard let digest = try content(of: document).map(sha256) else { return nil }
    if isForced || digest == file.now || digest == file.before { return nil }
    return "it differs from the newest generation; --force overwrites it"
  }

  private func content(of document: String) throws(CommandFailure) -> [UInt8]? {
    do throws(SystemError) {
      return try writer.content(of: document)
    } catch {
      throw CommandFailure(.noBundle, "`\(document)` cannot be read: \(error)")
    }
  }

  /// Writes the files, each as a whole, in the order of their paths.
  func write() throws(CommandFailure) {
    for (count, step) in steps.enumerated() {
      let expected = step.current.map(BundleWriter.Expected.bytes) ?? .nothing
      do throws(BundleWriter.Failure) {
        if let wanted = step.wanted {
          try writer.write(wanted, to: step.document, over: expected)
        } else {
          try writer.remove(step.document, over: expected)
        }
      } catch {
        throw CommandFailure(error, step.path, after: count)
      }
    }
  }
}

extension UndoPlan.Step {
  /// Bytes up to which the difference is shown line by line.
  private static let maximumShown = 256 << 10

  /// `colors.json is written`, and the lines that differ.
  ///
  /// - Parameter verb: `is`, or `would be`.
  func lines(_ verb: String) -> [StyledLine] {
    var title = StyledLine(path, .bold)
    title.append(" \(verb) \(wanted == nil ? "removed" : current == nil ? "made" : "written")")
    var lines = [title]
    let old = current ?? []
    let new = wanted ?? []
    guard old.count + new.count <= Self.maximumShown, !old.contains(0), !new.contains(0) else {
      lines.append(StyledLine("  \(old.count) bytes → \(new.count) bytes", .dim))
      return lines
    }
    let text = UnifiedDiff(path: path, old: old, new: new).bytes
    // The names of the file are known.
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst(2).dropLast() {
      lines.append(StyledLine(String(decoding: line, as: UTF8.self), Self.style(of: line.first)))
    }
    return lines
  }

  private static func style(of mark: UInt8?) -> StyledLine.Style {
    switch mark {
    case UInt8(ascii: "+"): .help
    case UInt8(ascii: "-"): .error
    case UInt8(ascii: "@"): .info
    default: .plain
    }
  }
}

extension ServedHistory {
  /// The files that a generation has otherwise than the newest one; nil when its bytes are gone.
  func changedFiles(
    since generation: Int
  ) throws(CommandFailure) -> ThemeInterface.ListChangedFiles.Reply {
    try daemon.call(
      ThemeInterface.ListChangedFiles {
        $0.bundle = bundle
        $0.generation = generation
      })
  }

  /// The bytes of a file in a generation. A long file comes in pieces.
  fileprivate func content(of file: String, in generation: Int) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let reply = try daemon.call(
        ThemeInterface.ReadFile {
          $0.bundle = bundle
          $0.generation = generation
          $0.file = file
          $0.offset = bytes.count
        })
      guard let piece = reply.content.flatMap(Base64.decode), !piece.isEmpty || reply.size == bytes.count else {
        throw CommandFailure(.internalError, "the daemon's answer has no bytes of `\(file)`")
      }
      bytes += piece
      guard bytes.count >= reply.size else { continue }
      guard sha256(bytes) == reply.digest else {
        throw CommandFailure(.internalError, "the daemon's answer has other bytes of `\(file)` than its digest says")
      }
      return bytes
    }
  }
}
