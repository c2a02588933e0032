// SPDX-License-Identifier: GPL-2.0-or-later

/// A loaded program that turns a save into a message, with its connected subscriber.
final class SaveContestant {
  let name: String
  /// The number of values of a generated bundle.
  let valueCount: Int?
  /// The number of values that refer to the saved one.
  let dependents: Int
  private(set) var notes: [String]
  private let child: Child
  private let subscriber: SubscriberProcess
  private let file: SavedFile
  private var saves = 0

  private init(
    name: String, valueCount: Int? = nil, dependents: Int = 0, notes: [String] = [], child: Child,
    subscriber: SubscriberProcess,
    file: SavedFile
  ) {
    self.name = name
    self.valueCount = valueCount
    self.dependents = dependents
    self.notes = notes
    self.child = child
    self.subscriber = subscriber
    self.file = file
  }

  static func floor(_ bench: Bench) throws -> SaveContestant {
    let folder = "\(bench.directory)/floor"
    try Files.makeDirectory(folder)
    let theme = try bench.theme(1_000)
    let text = try Files.read("\(theme.bundle)/\(RedbeardWriter.editedName)")
    let socket = try bench.newSocket()
    let child = try Child([bench.baseline("c-floor"), folder, socket], log: "\(bench.directory)/c-floor.log")
    let subscriber = try SubscriberProcess(socket: socket, pattern: nil, bench)
    return SaveContestant(
      name: "floor", child: child, subscriber: subscriber,
      file: try SavedFile("\(folder)/\(RedbeardWriter.editedName)", text: text, staging: "\(bench.directory)/staged"))
  }

  static func aurora(_ bench: Bench) throws -> SaveContestant {
    let path = "palette/material-blues.json"
    return try daemon(
      "aurora", try bench.copyOfAurora(), path, pattern: "", valueCount: nil,
      notes: ["saves \(path), whose first colour changes"], bench)
  }

  /// The accent colour of aurora, as its README suggests to change it.
  static func auroraAccent(_ bench: Bench) throws -> SaveContestant {
    let path = "palette/material-oranges.json"
    return try daemon(
      "aurora, accent colour (\(accentValues) values)", try bench.copyOfAurora(named: "aurora-accent"), path,
      pattern: "", valueCount: nil, behind: "\"palette-orange-500\"",
      notes: ["saves \(path), whose `palette-orange-500` changes"], bench)
  }

  /// The values of aurora that change with its accent colour.
  static let accentValues = 55

  /// One colour with dependents.
  static func dependents(_ count: Int, in valueCount: Int, _ bench: Bench) throws -> SaveContestant {
    let theme = try bench.theme(valueCount, dependents: count)
    return try daemon(
      "\(count) dependents in \(valueCount) values", theme.bundle, DependentsTheme.file, pattern: "", valueCount: nil,
      dependents: count, notes: [], bench)
  }

  /// A token of a bundle of design tokens in many files.
  static func tokens(_ theme: TokenTheme, _ bench: Bench) throws -> SaveContestant {
    try daemon(
      "save of one token in \(theme.tokenCount)", theme.bundle, TokenTheme.editedName, pattern: "constants/edited",
      valueCount: nil, notes: ["\(theme.fileCount) files; the subscriber selects the token"], bench)
  }

  /// A token of a large file in which a group extends another.
  ///
  /// - Parameter changesLength: whether the places behind the token move.
  static func inheritance(_ theme: TokenTheme, changesLength: Bool, _ bench: Bench) throws -> SaveContestant {
    try daemon(
      "save of a file with \(theme.tokenCount) tokens, half of them inherited", theme.bundle, TokenTheme.editedName,
      pattern: "constants/edited", valueCount: nil, behind: TokenTheme.editedColor, changesLength: changesLength,
      notes: ["the subscriber selects the token"], bench)
  }

  /// A token before others that have findings, or none.
  ///
  /// - Parameter changesLength: whether the places of the findings move.
  static func findings(_ theme: TokenTheme, changesLength: Bool, _ bench: Bench) throws -> SaveContestant {
    try daemon(
      "save of a token before \(theme.tokenCount - 1) with findings", theme.bundle, TokenTheme.editedName,
      pattern: "constants/edited", valueCount: nil, behind: TokenTheme.editedColor, changesLength: changesLength,
      notes: ["the subscriber selects the token"], bench)
  }

  static func generated(_ valueCount: Int, pattern: String, _ bench: Bench) throws -> SaveContestant {
    let theme = try bench.theme(valueCount)
    let selection =
      pattern.isEmpty ? "" : ", subscriber selects \(pattern): the whole snapshot is more than one message may hold"
    return try daemon(
      "\(valueCount) values", theme.bundle, RedbeardWriter.editedName, pattern: pattern, valueCount: valueCount,
      notes: ["\(theme.fileCount + 1) files\(selection)"], bench)
  }

  static func single(_ theme: SingleFileTheme, _ valueCount: Int, _ bench: Bench) throws -> SaveContestant {
    try daemon(
      "\(valueCount) values in one file", theme.bundle, RedbeardWriter.editedName, pattern: "", valueCount: valueCount,
      notes: [], bench)
  }

  private static func daemon(
    _ name: String, _ bundle: String, _ path: String, pattern: String, valueCount: Int?, dependents: Int = 0,
    behind mark: String = "", changesLength: Bool = false, notes: [String], _ bench: Bench
  ) throws -> SaveContestant {
    let text = try Files.read("\(bundle)/\(path)")
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try bench.daemon(bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let subscriber = try SubscriberProcess(socket: socket, pattern: pattern, bench)
    let snapshot = try subscriber.next()
    let staging = "\(bench.directory)/staged"
    let file =
      text.utf8.count > SavedFile.size || !mark.isEmpty
      ? try SavedFile(
        "\(bundle)/\(path)", wholeText: text, behind: mark, changesLength: changesLength, staging: staging)
      : try SavedFile("\(bundle)/\(path)", text: text, staging: staging)
    let load = short(Double(snapshot.time - child.begin) / 1e6)
    return SaveContestant(
      name: name, valueCount: valueCount, dependents: dependents,
      notes: notes + ["start to first snapshot \(load) ms, \(snapshot.length) bytes (once, not interleaved)"],
      child: child, subscriber: subscriber, file: file)
  }

  /// Microseconds.
  func sample(_ manner: SavedFile.Manner) throws -> Double {
    saves += 1
    let begin = try file.save(manner, saves)
    let arrival = try subscriber.next()
    guard arrival.isChange == 1, arrival.time > begin else {
      throw BenchmarkError("\(name): a message that does not answer the save")
    }
    if notes.count < 3 { notes.append("delta of \(arrival.length) bytes") }
    return Double(arrival.time - begin) / 1e3
  }

  func stop() {
    subscriber.stop()
    child.stop()
  }
}
