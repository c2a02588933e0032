// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO
import Testing

/// The built programs over a real socket and real files, driven by the shell. Nothing sleeps: a subscriber waits for the
/// daemon, the first line that it gets makes the edit, and the line that the edit causes ends it.
@Suite struct WholeProgramTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  /// Runs a script in the scratch directory; `livery` and `liveryd` are the built ones. A subscriber names its socket, so
  /// that it never finds a daemon outside of the test.
  private func run(_ script: String) throws -> ChildProcess.Outcome {
    let test = try realPath("/proc/self/exe")
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    let preparation = """
      cd '\(bundles.path)' && export PATH='\(programs)':"$PATH" XDG_RUNTIME_DIR='\(bundles.path)/run' || exit 99
      exec 2> errors
      # What a failed script leaves would keep the output of the tests open.
      trap 'jobs -p > left; kill $(cat left) 2> /dev/null' EXIT

      """
    try bundles.write("script", preparation + script)
    // A bound for a script that does not end.
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
    #expect(errors.contains("livery: no consumer `c99`"))
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
    #expect(log[2].hasPrefix("generation 2: 0 values changed, 1 error, 0 warnings, 1 held back ("))
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

  /// Two edits come while the first command works: the second one gets both.
  @Test func commandsOfAWatchNeverRunTwoAtOnce() throws {
    let outcome = try run(
      """
      mkfifo go done
      livery watch good --socket s --exec '
        cat >> lines; mkdir lock || touch twice; read x < go; rmdir lock; echo said; echo > done' > log & watch=$!
      livery subscribe --socket s --reconnect --count 3 --exec 'cat >> seen; n=$(wc -l < seen)
        [ $n = 3 ] || { sed "s/: [0-9]*,/: 1$n,/" good/values.json > new && mv new good/values.json; }' || exit 1
      echo > go; read x < done
      echo > go; read x < done
      kill -INT $watch; wait $watch || exit 2
      [ ! -e twice ] || exit 3
      """)
    try expectSuccess(outcome)
    let lines = try bundles.text("lines").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last?.contains(#""from":1,"to":3"#) == true)
    // The output of a command is no data of the watch.
    #expect(!(try bundles.text("log").contains("said")))
    #expect(try bundles.text("errors").contains("said"))
  }

  @Test func fixKeepsModesAndWritesThroughLinksInside() throws {
    let outcome = try run(
      """
      mkdir bad/real outside && mv bad/values.json bad/real/values.json && ln -s real/values.json bad/values.json
      echo '{ "themes": ["values.json", "more.json"] }' > bad/theme.inc.json
      echo '{ "more": 1 "most": 2 }' > outside/more.json && ln -s ../outside/more.json bad/more.json
      echo '{ "outside": ["../outside"] }' > bad/livery.json
      chmod 640 bad/real/values.json && cp -R bad copy
      livery fix bad; [ $? = 1 ] || exit 1
      [ "$(cat bad/real/values.json)" = '{ "gap": 4, "box": { "margin": "ref://gab" } }' ] || exit 2
      [ "$(cat outside/more.json)" = '{ "more": 1 "most": 2 }' ] || exit 3
      grep -q 'bad/more.json` is left as it is: it lies outside of the bundle' errors || exit 4
      echo '{ "more": 1, "most": 2 }' > outside/more.json
      livery fix copy --diff > patch && (patch -p1 < patch) > log || exit 5
      livery fix bad || exit 6
      [ -L bad/values.json ] && [ "$(stat -c %a bad/real/values.json)" = 640 ] || exit 7
      cmp bad/real/values.json copy/real/values.json || exit 8
      [ "$(cat bad/real/values.json)" = '{ "gap": 4, "box": { "margin": "ref://gap" } }' ] || exit 9
      [ "$(ls -A bad/real)" = values.json ] || exit 10
      """)
    try expectSuccess(outcome)
  }

  @Test func aLostConnectionIsExitCode4() throws {
    let outcome = try run(
      """
      liveryd --socket s --state-dir state good & daemon=$!
      livery subscribe --socket s --reconnect --count 1 > line || exit 1
      livery subscribe --socket s --exec "kill -KILL $daemon"; [ $? = 4 ] || exit 2
      """)
    try expectSuccess(outcome)
    #expect(
      try bundles.text("errors").contains(
        "livery: the connection to the daemon is lost\n  help: `livery doctor` shows the reason\n"))
  }

  /// The child of the shell ends as well: it has the pipe open.
  @Test func aCommandEndsWithItsSubscription() throws {
    let outcome = try run(
      """
      mkfifo alive
      liveryd --socket s --state-dir state good & daemon=$!
      livery subscribe --socket s --reconnect --exec '(echo set; exec sleep 60) > alive; true' & follower=$!
      exec 3< alive; read line <&3
      kill -TERM $follower; wait $follower || exit 1
      timeout 30 cat <&3 || exit 2
      kill -TERM $daemon; wait $daemon || exit 3
      """)
    try expectSuccess(outcome)
  }

  /// A daemon of both bundles; `script` runs when it listens, and exits with the number of its failed step.
  private func withDaemon(_ script: String) throws -> ChildProcess.Outcome {
    try run(
      """
      export LIVERY_SOCKET=s
      liveryd --socket s --state-dir state good bad & daemon=$!
      livery subscribe good --reconnect --count 1 > first || exit 90
      \(script)
      kill -TERM $daemon; wait $daemon || exit 91
      """)
  }

  @Test func whatIsSetReachesASubscriberAndIsSaved() throws {
    let outcome = try withDaemon(
      """
      livery subscribe good --count 4 --exec 'cat >> lines; case $(wc -l < lines) in
        1) livery set constant gap 7 --bundle good >> generations;;
        2) livery set style box color "#2196f3" --bundle good >> generations;;
        3) livery set style box margin -2 --bundle "$PWD/good" >> generations;;
        esac' || exit 1
      livery save --bundle good || exit 2
      kill -KILL $daemon
      liveryd --socket s --state-dir state good & daemon=$!
      livery subscribe --reconnect --count 1 > second || exit 3
      livery reset >> generations || exit 4
      livery sync > synced || exit 5
      livery save && [ ! -e state/good.modifications.json ] || exit 6
      livery use > used || exit 7
      """)
    try expectSuccess(outcome)
    let lines = try bundles.text("lines").split(separator: "\n")
    try #require(lines.count == 4, "\(lines)")
    #expect(
      lines[1].contains(
        #"[{"op":"replace","path":"/constants/gap","value":7},{"op":"replace","path":"/styles/box/margin","value":7}]"#)
    )
    #expect(lines[1].contains(#""cause":[]"#))
    #expect(lines[2].contains(##""path":"/styles/box/color","value":{"$type":"color""##))
    #expect(lines[3].contains(#"[{"op":"replace","path":"/styles/box/margin","value":-2}]"#))
    let generations = try bundles.text("generations").split(separator: "\n")
    #expect(generations.first == "generation 2")
    #expect(generations.count == 4)
    #expect(try bundles.text("synced") == "\(generations[3])\n")
    let second = try bundles.text("second")
    #expect(second.contains(#""constants":{"gap":7}"#))
    #expect(second.contains(#""margin":-2"#))
  }

  /// A second daemon with the same state directory keeps nothing, and leaves the directory alone.
  @Test func oneDaemonWorksInAStateDirectory() throws {
    let outcome = try withDaemon(
      """
      livery set constant gap 7 --bundle good && livery save --bundle good || exit 1
      mkdir elsewhere && cp -r bad elsewhere/good
      liveryd --socket t --state-dir state elsewhere/good 2> second & other=$!
      livery subscribe --socket "$PWD/t" --reconnect --count 1 > /dev/null || exit 2
      kill $other; wait $other
      grep -q "another daemon uses the state directory" second || exit 3
      [ -e state/good.modifications.json ] || exit 4
      """)
    try expectSuccess(outcome)
  }

  @Test func mistakesInWhatIsSetHaveExitCodes() throws {
    let outcome = try withDaemon(
      """
      n=10
      expect() { n=$((n + 1)); wanted=$1; shift; livery "$@" --bundle good > out; [ $? = $wanted ] || exit $n; }
      expect 1 set constant gab 1
      expect 1 set style bux margin 1
      expect 1 set style box a//b 1
      expect 1 use night
      expect 2 set constant gap 1 2
      expect 2 set style box margin
      expect 2 set inherit box maybe
      expect 2 set constnt gap 1
      livery set constant gap 1; [ $? = 2 ] || exit 30
      livery set constant gap 1 --bundle god; [ $? = 3 ] || exit 31
      livery sync --socket nowhere; [ $? = 4 ] || exit 32
      expect 0 set inherit box off
      expect 0 set inherit box null
      expect 0 set constant gap null
      """)
    try expectSuccess(outcome)
    let errors = try bundles.text("errors")
    for line in [
      "livery: the bundle has no constant `gab`\n  help: did you mean `gap`?",
      "livery: the bundle has no style `bux`\n  help: did you mean `box`?",
      "livery: the value cannot be read: `a//b` is not the path of a property\n  help: write the keys joined by `/`",
      "livery: the bundle has no theme `night`; it has none to choose from",
      "livery: write `livery set constant NAME VALUE`\n",
      "livery: write `livery set style NAME KEYPATH VALUE`\n",
      "livery: write `livery set inherit NAME on|off`\n",
      "livery: `constnt` is not a valid KIND; use one of: constant, style, inherit\n  did you mean `constant`?",
      "livery: the daemon serves several bundles: good, bad\n",
    ] {
      #expect(errors.contains(line), "\(errors)")
    }
  }

  @Test func aRunningWatchTellsWhatWasSet() throws {
    let outcome = try run(
      """
      livery watch good > log & watch=$!
      livery subscribe --socket run/livery/good.sock --reconnect --count 2 --exec '
        livery set constant gap 7 --socket run/livery/good.sock' > generation || exit 1
      livery save --socket run/livery/good.sock; [ $? = 1 ] || exit 2
      kill -INT $watch; wait $watch || exit 3
      """)
    try expectSuccess(outcome)
    let log = try bundles.text("log").split(separator: "\n")
    #expect(log.count == 3)
    #expect(log.last?.hasPrefix("generation 2: 2 values changed, 0 errors, 0 warnings (") == true, "\(log)")
    #expect(
      try bundles.text("errors").contains(
        """
        livery: nothing is saved: this daemon has no state directory
          help: write what `livery modifications` lists into the theme files, or see `livery doctor`

        """))
  }

  /// Root gives a user access to the socket; that user cannot change its mode for others.
  @Test(.enabled(if: effectiveUser == 0)) func onlyTheDaemonsUserAndRootChangeABundle() throws {
    let outcome = try withDaemon(
      """
      chmod 666 s; chmod 777 .
      other() { setpriv --reuid 65534 --clear-groups livery "$@"; }
      livery set constant gap 6 --bundle good > out || exit 1
      n=1
      for command in 'set constant gap 7' 'set style box margin 7' 'set inherit box off' use reset save; do
        n=$((n + 1)); other $command --bundle good; [ $? = 4 ] || exit $n
      done
      other sync --bundle good > out || exit 20
      livery subscribe good --count 1 > state-of-root || exit 21
      [ -e state/good.modifications.json ] && exit 22
      other subscribe good --count 1 > state-of-other || exit 23
      """)
    try expectSuccess(outcome)
    #expect(try bundles.text("state-of-other").contains(#""constants":{"gap":6}"#))
    let refusals = try bundles.text("errors").split(separator: "\n").count {
      $0 == "livery: the daemon does not allow it to this user"
    }
    #expect(refusals == 6)
    #expect(
      try bundles.text("errors").contains(
        "  help: its own user and root may, and the users and groups that its configuration names: see livery.json(5)\n"
      ))
  }

  @Test func questionsAreAnsweredByTheDaemonAndWithoutOne() throws {
    let outcome = try run(
      """
      trap 'kill -KILL $daemon 2> /dev/null' EXIT
      livery get styles/box/margin --bundle good > files || exit 1
      livery why styles/box/margin good >> files || exit 2
      livery compose --class box --bundle good >> files || exit 3
      livery get styles/box/margin --bundle nowhere; [ $? = 4 ] || exit 4
      livery get styles/box/margin --bundle ./nowhere; [ $? = 3 ] || exit 5
      liveryd --socket s --state-dir state good bad & daemon=$!
      livery subscribe good --socket s --reconnect --count 1 > /dev/null || exit 6
      livery get styles/box/margin --bundle good --socket s > daemon || exit 7
      livery why styles/box/margin good --socket s >> daemon || exit 8
      livery compose --class box --bundle good/theme.inc.json --socket s >> daemon || exit 9
      cmp files daemon || exit 10
      livery get styles/box/margin --bundle bad --socket s; [ $? = 1 ] || exit 11
      livery why styles/box/margin bad --socket s --fail-on error > broken; [ $? = 1 ] || exit 12
      livery why styles/bocks/margn good --socket s; [ $? = 1 ] || exit 13
      livery why styles/box/margin --socket s; [ $? = 2 ] || exit 14
      livery get gap --bundle good --socket s; [ $? = 1 ] || exit 15
      livery compose --class box --bundle empty --socket s; [ $? = 3 ] || exit 16
      livery compose --class box --bundle empty; [ $? = 3 ] || exit 17
      livery remove good --socket s && livery remove bad --socket s || exit 18
      livery get gap --bundle good --socket s; [ $? = 3 ] || exit 19
      (cd / && livery sync --socket "$OLDPWD/s"); [ $? = 3 ] || exit 20
      kill -TERM $daemon; wait $daemon || exit 21
      """)
    try expectSuccess(outcome)
    #expect(try bundles.text("files").hasPrefix("4\n{\n  \"path\": \"styles/box/margin\",\n"))
    #expect(try bundles.text("broken").contains(#""status": "missing""#))
    let errors = try bundles.text("errors")
    #expect(errors.contains("livery: `styles/box/margin` cannot be resolved\n"))
    #expect(errors.contains("livery: `styles/bocks/margn` is not found\n"))
    #expect(errors.contains("help: did you mean `constants/gap`?"))
    #expect(errors.contains("livery: bad has 1 error: unknown reference `gab` ("))
    #expect(
      errors.contains(
        "livery: the daemon does not serve `good`, and no other bundle that this user may see\n"
          + "  help: `livery add DIR` adds one\n"))
    #expect(errors.contains("livery: the daemon serves no bundle that this user may see\n"))
  }
}
