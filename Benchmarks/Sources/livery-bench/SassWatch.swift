// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// `sass --watch` of Dart Sass on a theme: from a save until the CSS is written and closed.
final class SassWatch: Competitor {
  let notes: [String]
  private let child: Child
  /// Its output, which stays open.
  private let console: Int32
  private let output: String
  private let written: FileWatch
  private let file: SavedFile
  private var saves = 0

  init(main: String, edited file: SavedFile, _ bench: Bench) throws {
    let folder = "\(bench.directory)/css-\(file.name)"
    try Files.makeDirectory(folder)
    output = "\(folder)/out.css"
    self.file = file
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError.system("pipe") }
    console = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    child = try Child(
      [
        bench.dartSass(), "--watch", "--no-source-map", "--quiet", "--silence-deprecation=import", "\(main):\(output)",
      ], output: .descriptor(ends[1]), log: "\(bench.directory)/sass.log")
    close(ends[1])
    // It prints a line when it has compiled everything once and begins to watch.
    var said = ""
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !said.contains("watching") {
      let count = read(ends[0], &chunk, chunk.count)
      guard count > 0 else { throw child.failure("does not watch") }
      said += String(decoding: chunk[..<count], as: UTF8.self)
    }
    written = try FileWatch(folder)
    notes = ["\(Files.size(output)) bytes of CSS"]
  }

  func sample() throws -> Double {
    saves += 1
    let begin = try file.save(.inPlace, saves)
    while true {
      let time = try written.next()
      // The CSS has the colour of this save, so that it belongs to this save.
      if try Files.read(output).contains(SavedFile.color(saves)) { return Double(time - begin) / 1e6 }
    }
  }

  func stop() {
    child.stop()
    close(console)
  }
}

/// Notices when a file in a directory was written and closed.
final class FileWatch {
  private let inotify: Int32

  init(_ directory: String) throws {
    inotify = inotify_init1(Int32(IN_CLOEXEC))
    guard inotify >= 0, inotify_add_watch(inotify, directory, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
      throw BenchmarkError.system("inotify \(directory)")
    }
  }

  deinit {
    close(inotify)
  }

  /// The time of the next close, or of the last of several. Fails after two minutes.
  func next() throws -> Int {
    var poll = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 120_000) > 0 else { throw BenchmarkError("nothing was written within 120 s") }
    let time = now()
    var events = [UInt8](repeating: 0, count: 4096)
    _ = read(inotify, &events, events.count)
    return time
  }
}
