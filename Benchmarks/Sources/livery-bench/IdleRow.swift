// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Context switches and processor time of an idle `liveryd` with one consumer.
struct IdleRow: Row {
  static let name = "idle"
  static let summary = "context switches and CPU time of liveryd with one consumer and nothing to do, a second each"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let theme = try bench.theme(1_000)
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let daemon = try bench.daemon(theme.bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
    _ = try subscriber.next()
    let floorSocket = try bench.newSocket()
    let floorWatch = try ListenerWatch(floorSocket)
    let floor = try Child([bench.baseline("c-listen"), floorSocket], log: "\(bench.directory)/c-listen.log")
    let connection = try floorWatch.connect()
    defer {
      UnixSocket.close(connection)
      subscriber.stop()
      daemon.stop()
      floor.stop()
    }

    // The first window includes the rest of the start.
    var switches: [Double] = []
    var floorSwitches: [Double] = []
    var runTime = 0
    for window in 0...bench.rounds {
      let before = (try ProcessFigures(daemon.pid), try ProcessFigures(floor.pid))
      sleep(1)
      let after = (try ProcessFigures(daemon.pid), try ProcessFigures(floor.pid))
      guard window > 0 else { continue }
      switches.append(Double(after.0.switches - before.0.switches))
      floorSwitches.append(Double(after.1.switches - before.1.switches))
      runTime += after.0.runTime - before.0.runTime
    }
    var result = CaseResult(row: Self.name, name: "1000 values", unit: "switches")
    result.measured = .init(of: "liveryd", distribution: Distribution(switches))
    result.baseline = .init(of: "c-listen", distribution: Distribution(floorSwitches))
    let total = switches.reduce(0, +)
    result.ratios = [
      .init(name: "switches in \(switches.count) s", value: total, unit: "", goal: .atMost(0)),
      .init(name: "CPU time", value: Double(runTime) / 1e3, unit: "us", goal: .atMost(0)),
    ]
    result.notes = [
      "from /proc, which counts what was scheduled; no proof over a minute, and system calls are not traced"
    ]
    report(result)
  }
}
