// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO
import Testing

/// The rights on a bundle by the configuration: tried as users that every Debian has, which takes root.
@Suite(.enabled(if: effectiveUser == 0)) struct RightsTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  private func configuration(read: String, change: String) -> String {
    """
    { "group": "daemon", "bundles": { "bad": { "path": "bad" }, "aurora": { "path": "good", "read": \(read), "change": \(change) } } }
    """
  }

  /// Runs a script beside a daemon; `by USER GROUP COMMAND...` runs livery as a different user.
  private func run(_ configuration: String, _ script: String) throws -> ChildProcess.Outcome {
    let test = try realPath("/proc/self/exe")
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    try bundles.write("livery.json", configuration)
    try bundles.write(
      "script",
      """
      cd '\(bundles.path)' && export PATH='\(programs)':"$PATH" LIVERY_SOCKET='\(bundles.path)/s' || exit 99
      exec 2> errors
      chmod 777 .; umask 0; mkfifo ready ready-nobody ready-games
      by() { user=$1 group=$2; shift 2; setpriv --reuid $user --regid nogroup --groups $group livery "$@"; }
      liveryd --config livery.json --state-dir state & daemon=$!
      trap 'kill -TERM $daemon 2> /dev/null' EXIT
      livery subscribe bad --reconnect --count 1 > first || exit 98
      chmod 666 s
      \(script)
      """)
    return try ChildProcess(shell: "exec timeout 120 sh '\(bundles("script"))'", input: []).wait()
  }

  private func expectSuccess(_ outcome: ChildProcess.Outcome) throws {
    let errors = try bundles.text("errors")
    #expect(outcome == .exited(0), "\(errors)")
  }

  @Test func onlyThoseReadAndChangeWhoAreNamed() throws {
    let read = #"{ "users": ["nobody"], "groups": ["users"] }"#
    let outcome = try run(
      configuration(read: read, change: #"{ "users": ["games"] }"#),
      """
      by nobody nogroup get constants/gap --bundle aurora > nobody || exit 1
      by bin users get constants/gap --bundle aurora > users || exit 2
      by games nogroup set constant gap 9 --bundle aurora > out || exit 3
      by games nogroup get constants/gap --bundle aurora > games || exit 4
      n=10
      for command in 'get constants/gap --bundle' 'why constants/gap' 'compose --class box --bundle' 'subscribe' \\
          'sync --bundle' 'set constant gap 1 --bundle'; do
        n=$((n + 1)); by bin daemon,bin $command aurora > out; [ $? = 3 ] || exit $n
      done
      setpriv --reuid bin --regid nogroup --groups bin /usr/bin/python3 - > answers <<'END' || exit 19
      import socket
      for method in ["Register", "Resolve", "Compose", "Explain", "Check", "UseThemes", "Sync"]:
          with socket.socket(socket.AF_UNIX) as client:
              client.connect("s")
              parameters = {"Explain": ', "path": "constants/gap"', "Compose": ', "element": {}', "UseThemes": ', "themes": []'}
              call = '{"method": "io.livery.Theme.%s", "more": true, "parameters": {"bundle": "aurora"%s}}'
              client.sendall((call % (method, parameters.get(method, ""))).encode() + b"\\0")
              print(method, client.recv(4096).decode().rstrip("\\0"))
      END
      by nobody nogroup set constant gap 1 --bundle aurora; [ $? = 4 ] || exit 20
      by nobody daemon set constant gap 1 --bundle aurora; [ $? = 4 ] || exit 21
      by nobody daemon set constant gap 1 --bundle bad > out || exit 22
      by bin bin status > seen || exit 23
      by bin bin sync > out || exit 24
      livery subscribe aurora --name follower --exec 'grep -q snapshot && echo > ready' > follower & follower=$!
      read line < ready
      by bin bin consumers > consumers-bin || exit 25
      by nobody nogroup consumers > consumers-nobody || exit 26
      kill -TERM $follower; wait $follower
      """)
    try expectSuccess(outcome)
    #expect(try bundles.text("nobody") == "4\n")
    #expect(try bundles.text("users") == "4\n")
    #expect(try bundles.text("games") == "9\n", "a user who may change it may read it")
    #expect(try bundles.text("seen").contains("\nbad "))
    #expect(try !bundles.text("seen").contains("aurora"))
    #expect(try bundles.text("consumers-nobody").contains("follower"))
    #expect(try !bundles.text("consumers-bin").contains("follower"))
    for answer in try bundles.text("answers").split(separator: "\n") {
      #expect(answer.hasSuffix(#""error":"io.livery.Theme.BundleNotFound"}"#), "\(answer)")
    }
    #expect(try bundles.text("answers").split(separator: "\n").count == 7)
    let refusals = try bundles.text("errors").split(separator: "\n").count {
      $0 == "livery: the daemon does not allow it to this user"
    }
    #expect(refusals == 2)
  }

  /// Whether it is named or found.
  @Test func whoIsNotLetInIsToldWhoIs() throws {
    let outcome = try run(
      configuration(read: "{ }", change: "{ }"),
      """
      mkdir -p run/livery; chmod 755 run run/livery; chgrp daemon s; chmod 660 s; ln s run/livery/livery.sock
      by nobody nogroup status --socket s; [ $? = 4 ] || exit 1
      unset LIVERY_SOCKET; export XDG_RUNTIME_DIR='\(bundles.path)/run'
      by nobody nogroup status; [ $? = 4 ] || exit 2
      by nobody daemon status > out || exit 3
      chmod 600 s; by nobody daemon status; [ $? = 4 ] || exit 4
      chmod 700 run; by nobody daemon status; [ $? = 4 ] || exit 5
      """)
    try expectSuccess(outcome)
    let found = "\(bundles.path)/run/livery/livery.sock"
    let doctor = "`livery doctor` shows the reason"
    let group = "become a member of the group `daemon`, which owns the socket, and log in again"
    let errors = try bundles.text("errors")
    for line in [
      "livery: the daemon at s does not let this user in\n  help: \(group); `livery doctor --socket s` shows the reason\n",
      "livery: the daemon at \(found) does not let this user in\n  help: \(group); \(doctor)\n",
      "livery: the daemon at \(found) does not let this user in\n  help: it is for the user `root` alone; \(doctor)\n",
      "livery: this user may not enter a directory on the way to \(found)\n  help: \(doctor)\n",
    ] {
      #expect(errors.contains(line), "\(errors)")
    }
  }

  @Test func aReloadEndsThoseWhoLoseTheRight() throws {
    let outcome = try run(
      configuration(read: #"{ "users": ["nobody", "games"] }"#, change: #"{ }"#),
      """
      follow() { by $1 nogroup subscribe aurora --exec "tee -a $1 | grep -q snapshot && echo > ready-$1" & }
      follow nobody; nobody=$!; read line < ready-nobody
      follow games; games=$!; read line < ready-games
      cat > livery.json <<'END'
      \(configuration(read: #"{ "users": ["games"] }"#, change: #"{ "users": ["games"] }"#))
      END
      livery reload || exit 1
      wait $nobody || exit 2
      by nobody nogroup get constants/gap --bundle aurora; [ $? = 3 ] || exit 3
      by games nogroup set constant gap 9 --bundle aurora > out || exit 4
      kill -TERM $games; wait $games
      by games nogroup get constants/gap --bundle aurora > gap || exit 5
      """)
    try expectSuccess(outcome)
    let reason = "the configuration does not let this user follow the bundle `aurora` any more"
    #expect(try bundles.text("nobody").split(separator: "\n").last?.contains(reason) == true)
    #expect(try !bundles.text("games").contains(reason))
    #expect(try bundles.text("gap") == "9\n")
  }
}
