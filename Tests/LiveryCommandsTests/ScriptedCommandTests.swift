// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO
import Testing

/// Lines that people and scripts type, each run by the built programs in the directory of a bundle.
@Suite struct ScriptedCommandTests {
  private let bundles: ScratchBundles

  init() throws {
    bundles = try ScratchBundles()
    let values = """
      {
        "color-accent": "#2196F3", "color-shade": "#00000080", "opacity.pressed": 0.5, "title": "Say \\"hi\\"", "gap": 4,
        "RBButton": { "titleColor": "ref://color-accent", "highlighted": { "alpha": "ref://opacity.pressed" } },
        "box/1": { "margin": "ref://gap" }
      }
      """
    try bundles.write("good/values.json", values)
  }

  /// The output of a line on both streams, and its exit status.
  private func run(_ line: String, in directory: String = "good") throws -> String {
    let test = try realPath("/proc/self/exe")
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    try bundles.write(
      "script",
      """
      cd '\(bundles(directory))' && export PATH='\(programs)':"$PATH" XDG_RUNTIME_DIR='\(bundles.path)/run' || exit 99
      unset LIVERY_SOCKET
      exec > ../said 2>&1
      \(line)
      echo "[$?]"
      """)
    // A bound for a script that does not end.
    _ = try ChildProcess(shell: "exec timeout 60 sh '\(bundles("script"))'", input: []).wait()
    return try bundles.text("said")
  }

  private func check(_ line: String, in directory: String = "good", _ expected: String) throws {
    let said = try run(line, in: directory)
    #expect(said == expected + "\n", "\(line)\n\(said)")
  }

  @Test func rawValues() throws {
    try check("livery get constants/color-accent --raw", "#2196f3\n[0]")
    try check("livery get constants/color-shade --raw", "#00000080\n[0]")
    try check("livery get constants/title --raw", "Say \"hi\"\n[0]")
    try check("livery get constants/gap --raw", "4\n[0]")
    try check("livery get styles/box~11 --raw", "{\"margin\":4}\n[0]")
  }

  @Test func pathsOfAWrongForm() throws {
    try check(
      "livery get constants.color-accent",
      "livery: `constants.color-accent` is not found\n  help: did you mean `constants/color-accent`?\n[1]")
    try check(
      "livery get styles",
      "livery: `styles` is not found\n  help: `livery list 'styles/**'` lists the values\n[1]")
    try check("livery get gap", "livery: `gap` is not found\n  help: did you mean `constants/gap`?\n[1]")
  }

  @Test func lists() throws {
    try check(
      "livery list 'constants/color-*'",
      "constants/color-accent   #2196f3\nconstants/color-shade    #000000 50%\n[0]")
    try check(
      "livery list 'styles/**' ../good --format ndjson | cut -c 1-60",
      """
      {"path":"styles/RBButton/titleColor","value":{"$type":"color
      {"path":"styles/RBButton/highlighted/alpha","value":0.5}
      {"path":"styles/box~11/margin","value":4}
      [0]
      """)
    try check("livery list constants/gap --format json", "{\n  \"constants/gap\": 4\n}\n[0]")
    try check(
      "livery list 'constants/nope*'",
      "livery: no value matches `constants/nope*`\n"
        + "  help: a pattern is such as 'constants/color-*' or 'styles/**'\n[1]")
    #expect(try run("livery list --color always constants/color-accent").contains("██ "))
  }

  @Test func thisDirectoryIsTheBundle() throws {
    #expect(try run("livery check --format concise").hasPrefix("values.json:"))
    #expect(try run("livery fix").hasPrefix("good: nothing to fix\n"))
    try check(
      "livery resolve --compact --select constants/gap | cut -c 1-30", "{\"bundle\":\"good\",\"dialect\":\"re\n[0]")
    try check("livery why constants/gap | head -n 2", "{\n  \"path\": \"constants/gap\",\n[0]")
    #expect(try run("livery check; livery get constants/gap", in: "empty").contains("no daemon listens in"))
    try check("LIVERY_SOCKET=../absent livery get constants/gap", "4\n[0]")
    let chosen = try run("livery get constants/gap --socket ../absent")
    #expect(chosen.hasPrefix("livery: no daemon can be reached: ../absent") && chosen.hasSuffix("[4]\n"), "\(chosen)")
  }

  /// Its values may differ from those of the files: a program may have set some at run time.
  @Test func aDaemonThatHangsIsNotPassedOver() throws {
    try check(
      """
      livery watch --socket ../s > ../log & watch=$!
      livery subscribe --socket ../s --reconnect --count 1 > ../line 2> ../errors
      kill -STOP $watch
      LIVERY_SOCKET=../s livery get constants/gap --timeout 1; echo "[$?]"
      kill -CONT $watch; kill -TERM $watch; wait $watch
      """,
      """
      livery: the daemon did not answer within 1 second
        help: `livery doctor` shows the reason; --timeout waits longer
      [4]
      [0]
      """)
  }

  /// A running `livery watch` serves another bundle, then a second one serves this.
  @Test func thisDirectoryComesBeforeOtherServedBundles() throws {
    try bundles.write("other/theme.inc.json", #"{ "include": [], "themes": ["values.json"] }"#)
    try bundles.write("other/values.json", #"{ "gap": 9 }"#)
    try bundles.write("other/parts/README.md", "")
    // The configuration of a daemon, with a comment, is not a manifest.
    try bundles.write("config/livery.json", "{ \"bundles\": [] } // none")
    let said = try run(
      """
      serve() {
        livery watch "../$1" > "../log-$1" &
        livery subscribe --socket "$XDG_RUNTIME_DIR/livery/$1.sock" --reconnect --count 1 > ../line 2> ../errors
      }
      serve good; first=$!
      livery list
      livery log; echo "[$?]"
      (cd ../empty && livery get constants/gap)
      (cd ../config && livery get constants/gap)
      serve other; second=$!
      livery list
      livery log | cut -c 1-7
      (cd parts && livery get constants/gap)
      livery status | grep -o 'other.sock'
      livery get constants/gap --bundle good
      livery list .; echo "[$?]"
      (cd ../empty && livery log ../other | cut -c 1-7)
      kill -TERM $first $second; wait $first $second
      """, in: "other")
    let good = bundles("good")
    #expect(
      said == """
        constants/gap   9
        livery: the daemon does not serve `\(bundles("other"))`; it serves good (\(good))
          help: this directory is a bundle of its own: name the bundle that is meant, as BUNDLE or by --bundle
        [3]
        4
        4
        constants/gap   9
        1 start
        9
        other.sock
        4
        livery: `.` is a path, and the pattern comes first
          help: write `livery list '**' .`
        [2]
        1 start
        [0]

        """, "\(said)")
  }

  @Test func elementsThatNoStyleIsFor() throws {
    try check(
      "livery compose --class RBButtn",
      "livery: no style of good applies to `RBButtn`\n  help: did you mean `RBButton`?\n[1]")
    try check(
      "livery compose --class Nope",
      "livery: no style of good applies to `Nope`\n  help: `livery list 'styles/**'` lists the styles\n[1]")
    let misspelt = try run("livery compose --class RBButton --state highlihgted")
    #expect(
      misspelt.hasPrefix(
        "livery: no style has anything for the state `highlihgted`; did you mean `highlighted`?\n{"), "\(misspelt)")
    #expect(misspelt.hasSuffix("[0]\n"))
    #expect(try run("livery compose --class RBButton --state highlighted").hasPrefix("{"))
  }

  @Test func rules() throws {
    let list = try run("livery explain").split(separator: "\n")
    #expect(list.first?.hasPrefix("CODE    SEVERITY  NAME") == true)
    #expect(list.contains { $0.hasPrefix("LV1001  error     unknown-reference") })
    #expect(try run("livery explain 1001") == (try run("livery explain LV1001")))
    try check(
      "livery explain 1001 --format ndjson | cut -c 1-52",
      "{\"code\":\"LV1001\",\"name\":\"unknown-reference\",\"severit\n[0]")
  }

  @Test func whatAWatchCannotDo() throws {
    let said = try run(
      """
      livery watch --socket ../s > ../log & watch=$!
      livery subscribe --socket ../s --reconnect --count 1 > ../line 2> ../errors
      livery reload --socket ../s
      kill -TERM $watch; wait $watch
      """)
    #expect(said.hasPrefix("livery: this daemon cannot do that\n  help: `livery watch` serves one bundle"), "\(said)")
  }

  @Test func idsOfConsumersMayBeNumbers() throws {
    let said = try run(
      """
      livery watch --socket ../s > ../log & watch=$!
      livery subscribe --socket ../s --reconnect --exec 'cat >> ../lines; mkdir ../once || exit 0; livery deregister 1 --socket ../s' 2> ../errors
      echo "ended with $?"
      kill -TERM $watch; wait $watch
      """)
    #expect(said == "ended with 0\n[0]\n")
    #expect(try bundles.text("lines").contains(#""reason":"deregistered by"#))
  }
}
