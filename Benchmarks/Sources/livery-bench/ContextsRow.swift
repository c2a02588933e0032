// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// The cost of each of 64 contexts of one bundle: memory, opening it, and a save that concerns all of them.
struct ContextsRow: Row {
  static let name = "contexts"
  static let summary = "64 contexts of one bundle that differ in a colour: memory, opening one, a save that reaches all"

  private static let count = 64
  private static let warmUp = 5

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let values = bench.extent == .full ? 100_000 : 1_000
    let samples = bench.extent == .full ? 20 : 3
    let bundle = try bench.newBundle("contexts")
    let sketch = ThemeSketch(valueCount: values)
    _ = try RedbeardWriter(sketch, directory: bundle)
    for number in 1..<Self.count {
      let own = "own-\(number).theme.json"
      try Files.write("{ \"palette-0\": \"\(SavedFile.color(number))\" }\n", to: "\(bundle)/\(own)")
      try Files.write(
        "{ \"include\": [\"theme.inc.json\"], \"themes\": [\"\(own)\"] }\n",
        to: "\(bundle)/theme_\(Self.language(number)).inc.json")
    }
    let path = "\(bundle)/\(RedbeardWriter.editedName)"
    let file = try SavedFile(path, text: Files.read(path), staging: "\(bench.directory)/contexts-staging")
    var rounds = Rounds()
    for _ in 0..<bench.rounds { try rounds.add(bundle, file, samples, bench) }
    for result in rounds.results(values) { report(result) }
  }

  /// The language of a context; the first has none.
  fileprivate static func language(_ number: Int) -> String {
    let letters = "abcdefgh"
    func letter(_ index: Int) -> Character { letters[letters.index(letters.startIndex, offsetBy: index)] }
    return "a\(letter(number / 8))_a\(letter(number % 8))"
  }

  /// The measurements by round. Each round has a daemon of its own.
  private struct Rounds {
    var opening: [[Double]] = []
    var loading: [[Double]] = []
    var saveOfOne: [[Double]] = []
    var saveOfAll: [[Double]] = []
    var memory: [Double] = []

    mutating func add(_ bundle: String, _ file: SavedFile, _ samples: Int, _ bench: Bench) throws {
      let socket = try bench.newSocket()
      let watch = try ListenerWatch(socket)
      let start = now()
      let child = try bench.daemon(bundle, socket: socket)
      defer { child.stop() }
      var consumers = [ContextConsumer(try watch.connect())]
      defer { for consumer in consumers { consumer.close() } }
      try consumers[0].register(selecting: "styles/edited", context: "{}")
      loading.append([Double(now() - start) / 1e6])

      func save() throws -> Double {
        let time = try file.save(.inPlace, saves)
        saves += 1
        for consumer in consumers { try consumer.read() }
        return Double(now() - time) / 1e3
      }
      var saves = 0
      for _ in 0..<ContextsRow.warmUp { _ = try save() }
      saveOfOne.append(try (0..<samples).map { _ in try save() })
      ProcessFigures.waitForFreedMemory()
      let before = try ProcessFigures.privateMemory(child.pid).dirty
      var opened: [Double] = []
      for number in 1..<ContextsRow.count {
        guard let connection = UnixSocket.connect(socket) else { throw BenchmarkError.system("connect") }
        consumers.append(ContextConsumer(connection))
        let start = now()
        try consumers[number].register(
          selecting: "styles/edited", context: "{\"language\":\"\(ContextsRow.language(number))\"}")
        opened.append(Double(now() - start) / 1e6)
      }
      opening.append(opened)
      for _ in 0..<ContextsRow.warmUp { _ = try save() }
      saveOfAll.append(try (0..<samples).map { _ in try save() })
      memory.append(Double(try ProcessFigures.privateMemory(child.pid).dirty - before) / Double(ContextsRow.count - 1))
    }

    func results(_ values: Int) -> [CaseResult] {
      var opening = CaseResult(row: ContextsRow.name, name: "\(values) values, opening one more", unit: "ms")
      opening.measured = .init(of: "one more", distribution: Distribution(self.opening.flatMap { $0 }))
      opening.baseline = .init(of: "start and the first", distribution: Distribution(loading.flatMap { $0 }))
      opening.ratios = [.init(name: "one more / the first", of: ratios(self.opening, to: loading))]

      var save = CaseResult(row: ContextsRow.name, name: "\(values) values, save that reaches all", unit: "us")
      save.measured = .init(of: "\(ContextsRow.count) contexts", distribution: Distribution(saveOfAll.flatMap { $0 }))
      save.baseline = .init(of: "one context", distribution: Distribution(saveOfOne.flatMap { $0 }))
      save.ratios = [.init(name: "\(ContextsRow.count) contexts / one", of: ratios(saveOfAll, to: saveOfOne))]

      var memory = CaseResult(row: ContextsRow.name, name: "\(values) values, memory of one more", unit: "MB")
      memory.measured = .init(of: "liveryd", distribution: Distribution(self.memory.map { $0 / 1e6 }))
      memory.ratios = [
        .init(name: "a value", of: Distribution(self.memory.map { $0 / Double(values) }), unit: "B")
      ]
      memory.notes = ["memory that is written to, after the saves"]
      return [opening, save, memory]
    }
  }
}

/// A consumer in a context of its own, of one part of the snapshot.
struct ContextConsumer {
  private let connection: Int32

  init(_ connection: Int32) { self.connection = connection }

  /// Registers in a context and reads the snapshot.
  func register(selecting pattern: String, context: String) throws {
    let parameters = "{\"mode\":\"delta\",\"select\":[\"\(pattern)\"],\"context\":\(context)}"
    let call = "{\"method\":\"io.livery.Theme.Register\",\"more\":true,\"parameters\":\(parameters)}\0"
    try Files.write(Array(call.utf8), to: connection)
    try read()
  }

  /// Reads a message to its end.
  func read() throws {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(connection, &chunk, chunk.count)
      guard count > 0 else { throw BenchmarkError("the daemon closed a connection") }
      if chunk[count - 1] == 0 { return }
    }
  }

  func close() { UnixSocket.close(connection) }
}
