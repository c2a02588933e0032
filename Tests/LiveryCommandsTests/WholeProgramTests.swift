// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Testing

/// The built programs over a real socket and real files, driven by the shell. Nothing sleeps: a subscriber waits for the
/// daemon, the first line that it gets makes the edit, and the line that the edit causes ends it.
@Suite struct WholeProgramTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  /// Runs a script in the scratch directory; `livery` and `liveryd` are the built ones. A subscriber names its socket, so
  /// that it never finds a daemon that has nothing to do with the test.
  private func run(_ script: String) throws -> ChildProcess.Outcome {
    let test = try realPath("/proc/self/exe")
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    let preparation = """
      cd '\(bundles.path)' && export PATH='\(programs)':"$PATH" XDG_RUNTIME_DIR='\(bundles.path)/run' || exit 99
      exec 2> errors

      """
    try bundles.write("script", preparation + script)
    // A bound for what never ends; nothing waits for it.
    return try ChildProcess(shell: "exec timeout 120 sh '\(bundles("script"))'", input: []).wait()
  }

  private func expectSuccess(_ outcome: ChildProcess.Outcome) throws {
    let errors = try bundles.text("errors")
    #expect(outcome == .exited(0), "\(errors)")
  }

  @Test func anEditReachesASubscriberOfTheDaemon() throws {
    let outcome = try run(
      """
      liveryd --socket s --state-dir state/livery good bad & daemon=$!
      livery subscribe good --socket s --reconnect --name editor --count 2 --exec '
        cat >> lines; livery consumers --socket s >> consumers
        sed "s/\\"gap\\": 4/\\"gap\\": 5/" good/values.json > new && mv new good/values.json' || exit 1
      livery status --socket s > status || exit 2
      livery deregister c99 --socket s; [ $? = 1 ] || exit 3
      livery subscribe --socket s; [ $? = 2 ] || exit 4
      livery subscribe god --socket s; [ $? = 3 ] || exit 5
      liveryd --socket s --state-dir other good; [ $? = 2 ] || exit 6
      kill -TERM $daemon; wait $daemon || exit 7
      livery status --socket s; [ $? = 4 ] || exit 8
      """)
    try expectSuccess(outcome)
    let lines = try bundles.text("lines").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""event":"snapshot""#) == true)
    #expect(
      lines.last?.contains(
        #"[{"op":"replace","path":"/constants/gap","value":5},{"op":"replace","path":"/styles/box/margin","value":5}]"#)
        == true)
    #expect(try bundles.text("consumers").contains("editor"))
    #expect(try bundles.text("status").hasPrefix("liveryd 0.1.0 · up "))
    let errors = try bundles.text("errors")
    #expect(errors.contains("livery: there is no consumer `c99`"))
    #expect(errors.contains("livery: the daemon serves several bundles: good, bad"))
    #expect(errors.contains("help: did you mean `good`?"))
  }

  @Test func watchPrintsALineForEachGeneration() throws {
    let outcome = try run(
      """
      livery watch good > log & watch=$!
      livery subscribe --socket run/livery/good.sock --reconnect --count 2 --exec '
        sed "s/ref:\\/\\/gap/ref:\\/\\/gab/" good/values.json > new && mv new good/values.json' || exit 1
      kill -INT $watch; wait $watch || exit 2
      """)
    try expectSuccess(outcome)
    let log = try bundles.text("log").split(separator: "\n")
    try #require(log.count == 4, "\(log)")
    #expect(log[0] == "listening on \(bundles.path)/run/livery/good.sock")
    #expect(log[1] == "generation 1: 0 values changed, 0 errors, 0 warnings")
    #expect(log[2].hasPrefix("generation 2: 1 value changed, 1 error, 0 warnings ("))
    #expect(log[2].hasSuffix(" ms)"))
    #expect(log[3] == "values.json:1:32: error[LV1001] unknown reference `gab`")
  }

  @Test func watchPrintsObjectsForPrograms() throws {
    let outcome = try run(
      """
      livery watch good --format ndjson --socket s > log & watch=$!
      livery subscribe --socket s --reconnect --count 1 > line || exit 1
      kill -TERM $watch; wait $watch || exit 2
      """)
    try expectSuccess(outcome)
    #expect(
      try bundles.text("log") == """
        {"event":"listening","bundle":"good","socket":"s"}
        {"event":"generation","generation":1,"errors":0,"warnings":0,"diagnostics":[]}

        """)
  }

  @Test func aLostConnectionIsExitCode4() throws {
    let outcome = try run(
      """
      liveryd --socket s --state-dir state good & daemon=$!
      livery subscribe --socket s --reconnect --count 1 > line || exit 1
      livery subscribe --socket s --exec "kill -KILL $daemon"; [ $? = 4 ] || exit 2
      """)
    try expectSuccess(outcome)
    #expect(try bundles.text("errors").contains("livery: the connection to the daemon is lost\n"))
  }
}
