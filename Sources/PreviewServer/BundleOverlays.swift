// SPDX-License-Identifier: GPL-2.0-or-later

import BundleWriting
import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import PreviewPage
import TextComparison
import ThemeEditing
import ThemeModel
import Varlink

/// The changes that pages make: unsaved texts over the files of the bundle, in force until they are kept, taken back, or the last
/// page is closed.
final class BundleOverlays {
  private struct Overlay {
    /// The file's bytes when the first change was made.
    let original: [UInt8]
    var text: [UInt8]
    /// The paths that pages changed in it.
    var paths: BytewiseSet
  }

  /// An edit of one file.
  private struct Change {
    /// The path of the value that it changes.
    let path: String
    let file: String
    /// The text in which it is made.
    let text: [UInt8]
    let edit: ValueEdit.Edit
  }

  private let options: PreviewOptions
  private let directory: String
  /// The texts are in force while it is open.
  private var connection: VarlinkConnection?
  private var overlays: BytewiseDictionary<Overlay> = [:]

  init(_ options: PreviewOptions, directory: String) {
    self.options = options
    self.directory = directory
  }

  /// Whether a page has changed the value at a path.
  func isSet(_ path: String) -> Bool { overlays.values.contains { $0.paths.contains(path) } }

  /// Takes everything back.
  func dropAll() {
    connection = nil
    overlays = [:]
  }

  // MARK: Actions

  /// - Parameter isHere: changes the reference at the path itself; else the value at the end of its chain.
  func set(_ path: String, in context: Context, to value: JSONValue, isHere: Bool) throws(PreviewFailure) {
    let connection = try connect()
    let steps = try BundleAccess.call(
      ThemeInterface.Explain {
        $0.bundle = options.bundle
        $0.context = ThemeInterface.Context(context)
        $0.path = path
      }, on: connection
    ).steps
    let places = ValuePlaces(of: path, steps)
    let listed = try listed(on: connection)
    for place in [places.source, isHere ? places.reference : nil].compactMap(\.self) {
      guard case .file(let cause) = place.step.origin else { continue }
      try listed.checkNoneIsForeign(over: cause.file)
      // The daemon ends a text when the file is saved with the same one.
      if !listed.hasOwn(over: cause.file) { overlays.removeValue(forKey: cause.file) }
    }
    let change = try change(of: path, places, to: value, isHere: isHere)
    var overlay = overlays[change.file] ?? Overlay(original: change.text, text: change.text, paths: [])
    overlay.text.replaceSubrange(change.edit.range, with: change.edit.text.utf8)
    overlay.paths.insert(path)
    overlay.paths.insert(change.path)
    try lay(overlay.text, over: change.file, connection)
    overlays[change.file] = overlay
  }

  /// Whether a literal can take the place of the reference at a path, which ends at `places.source`. Reads and parses files.
  func canReplaceReference(_ path: String, _ places: ValuePlaces) -> Bool {
    guard let value = places.reference?.step.object["result"] else { return false }
    return (try? change(of: path, places, to: value, isHere: true)) != nil
  }

  /// The edit of a value in the text that is in force.
  private func change(
    of path: String, _ places: ValuePlaces, to value: JSONValue, isHere: Bool
  ) throws(PreviewFailure) -> Change {
    guard let source = places.source else {
      throw PreviewFailure(status: 409, "nothing that can be changed declares `\(path)`")
    }
    let sourcePlace = try Self.place(of: source)
    let sourceText = try text(of: sourcePlace.file)
    guard isHere, Bytewise(source.path) != Bytewise(path) else {
      let edit = try Self.refusing { () throws(EditRefusal) in
        try ValueEdit.edit(sourceText, file: sourcePlace.file, at: sourcePlace, to: value, inFormOf: nil)
      }
      return Change(path: source.path, file: sourcePlace.file, text: sourceText, edit: edit)
    }
    guard let reference = places.reference else {
      throw PreviewFailure(
        status: 422, "`\(path)` has no reference of its own, in place of which a value can be written")
    }
    let place = try Self.place(of: reference)
    let text = Bytewise(place.file) == Bytewise(sourcePlace.file) ? sourceText : try text(of: place.file)
    let edit = try Self.refusing { () throws(EditRefusal) in
      try ValueEdit.edit(
        text, file: place.file, at: place, to: value,
        inFormOf: WrittenValue(sourceText, file: sourcePlace.file, at: sourcePlace))
    }
    return Change(path: path, file: place.file, text: text, edit: edit)
  }

  private static func place(of place: ValuePlaces.Place) throws(PreviewFailure) -> Cause {
    guard case .file(let cause) = place.step.origin else {
      throw PreviewFailure(status: 409, "`\(place.path)` was set at run time: `livery reset` undoes that")
    }
    return cause
  }

  private static func refusing<Result>(_ edit: () throws(EditRefusal) -> Result) throws(PreviewFailure) -> Result {
    do throws(EditRefusal) {
      return try edit()
    } catch {
      throw PreviewFailure(status: 422, error.reason)
    }
  }

  func drop(_ path: String) throws(PreviewFailure) {
    let connection = try connect()
    for (file, _) in try overlays(changedAt: path) {
      try lay(nil, over: file, connection)
      overlays.removeValue(forKey: file)
    }
  }

  func keep(_ path: String) throws(PreviewFailure) {
    let connection = try connect()
    let changed = try overlays(changedAt: path)
    let listed = try listed(on: connection)
    for (file, _) in changed {
      try listed.checkNoneIsForeign(over: file)
      guard listed.hasOwn(over: file) else {
        overlays.removeValue(forKey: file)
        throw PreviewFailure(status: 409, "the change is gone: the daemon restarted, or the change was taken back")
      }
    }
    for (file, overlay) in changed {
      try write(overlay, to: file)
      try lay(nil, over: file, connection)
      overlays.removeValue(forKey: file)
    }
  }

  private func write(_ overlay: Overlay, to file: String) throws(PreviewFailure) {
    let writer: BundleWriter
    do throws(SystemError) {
      writer = try BundleWriter(directory: directory)
    } catch {
      throw PreviewFailure(status: 409, "the bundle cannot be opened: \(error)")
    }
    guard let document = writer.document(of: file) else {
      throw PreviewFailure(status: 409, "\(file) leads out of the bundle, and is not written")
    }
    do throws(BundleWriter.Failure) {
      try writer.write(overlay.text, to: document, over: .bytes(overlay.original))
    } catch {
      switch error {
      case .changed:
        throw PreviewFailure(status: 409, "\(file) was changed since: take the change back, and try again")
      case .spared(let reason): throw PreviewFailure(status: 409, "\(file) is left as it is: \(reason)")
      case .system(let error):
        throw PreviewFailure(
          status: error.errno == .accessDenied ? 403 : 409, "\(file) cannot be written: \(error.errno)")
      }
    }
  }

  /// The texts in which pages changed the value at a path, sorted by file.
  private func overlays(changedAt path: String) throws(PreviewFailure) -> [(file: String, overlay: Overlay)] {
    var changed: [(file: String, overlay: Overlay)] = []
    for (file, overlay) in overlays where overlay.paths.contains(path) { changed.append((file, overlay)) }
    guard !changed.isEmpty else { throw PreviewFailure(status: 409, "no page has changed `\(path)`") }
    return changed.sorted { $0.file.precedesBytewise($1.file) }
  }

  // MARK: Texts

  private func connect() throws(PreviewFailure) -> VarlinkConnection {
    if let connection, (try? listed(on: connection)) != nil { return connection }
    // The texts ended with the connection.
    overlays = [:]
    let new = try BundleAccess.connect(options.socket)
    connection = new
    return new
  }

  private func listed(on connection: VarlinkConnection) throws(PreviewFailure) -> [ThemeInterface.Overlay] {
    try BundleAccess.call(ThemeInterface.ListOverlays { $0.bundle = options.bundle }, on: connection).overlays
  }

  /// The text that is in force, as far as it is known here.
  private func text(of file: String) throws(PreviewFailure) -> [UInt8] {
    if let overlay = overlays[file] { return overlay.text }
    do throws(SystemError) {
      return try OpenDirectory(directory).reading(of: file, limit: BundleAccess.maximumFile).bytes
    } catch {
      throw PreviewFailure(status: 409, "\(error)")
    }
  }

  private func lay(_ text: [UInt8]?, over file: String, _ connection: VarlinkConnection) throws(PreviewFailure) {
    if let text, String(validating: text, as: UTF8.self) == nil {
      throw PreviewFailure(status: 409, "\(file) is not a text in UTF-8")
    }
    _ = try BundleAccess.call(
      ThemeInterface.SetOverlay {
        $0.bundle = options.bundle
        $0.file = file
        $0.text = text.map { String(decoding: $0, as: UTF8.self) }
      }, on: connection)
  }
}

extension [ThemeInterface.Overlay] {
  /// Whether this process has laid a text over a file.
  fileprivate func hasOwn(over file: String) -> Bool {
    contains { Bytewise($0.file) == Bytewise(file) && $0.pid == Int(processIdentifier) }
  }

  /// A text of an editor over the file would be lost, and places in it are not those of the file.
  fileprivate func checkNoneIsForeign(over file: String) throws(PreviewFailure) {
    guard contains(where: { Bytewise($0.file) == Bytewise(file) && $0.pid != Int(processIdentifier) }) else { return }
    throw PreviewFailure(status: 409, "an editor has an unsaved text of \(file) as well: save or close it there")
  }
}
