// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

/// Programs whose output and log go to an unread pipe go on serving.
@Suite(.serialized) struct UnreadStreamTests {
  /// Its arguments: the folder, the number of calls, and the program. It runs the program with a pipe of a page in place of its
  /// output and its errors, makes it write more than a page, makes a call, and prints the content of the pipe then and at the end.
  private static let script = """
    import fcntl, json, os, socket, subprocess, sys, time
    folder, program = sys.argv[1], sys.argv[2:]
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    child = subprocess.Popen(program, stdout=writer, stderr=writer)

    def call(method, **others):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(20)
        while connection.connect_ex(folder + "/s") != 0: pass
        connection.sendall(json.dumps({"method": "io.livery.Theme." + method, "parameters": {}, **others}).encode() + b"\\0")
        text = b""
        while not text.endswith(b"\\0"): text += connection.recv(65536)
        return json.loads(text[:-1])["parameters"]

    def save(number): open(folder + "/bundle/values.json", "w").write('{ "gap": %d }' % number)

    first = call("Sync")["generation"]
    for number in range(200):
        save(number + 100)
        call("Sync")
        call("Register", more=True)
    print(call("Sync")["generation"] - first, flush=True)
    text = os.read(reader, 1 << 20)
    assert len(text) <= 4096
    # The next line follows the number of lost lines.
    while b"could not be written" not in text and b'"event":"lost"' not in text:
        save(int(time.monotonic() * 1e6))
        call("Register", more=True)
        os.set_blocking(reader, False)
        try: text += os.read(reader, 1 << 20)
        except BlockingIOError: pass
    lines = text.decode().splitlines()
    print([l for l in lines if "could not be written" in l or '"event":"lost"' in l][0], flush=True)
    child.terminate()
    print(child.wait(), flush=True)
    """

  private func check(_ arguments: [String], _ expected: Regex<(Substring, Substring)>) throws {
    let folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try folder.write("bundle/values.json", #"{ "gap": 1 }"#)
    let places = arguments.map { $0.hasPrefix("/") ? folder(String($0.dropFirst())) : $0 }
    let program = try Program(
      "/usr/bin/python3",
      ["-c", Self.script, folder.path, Program.built(places[0])] + places.dropFirst() + ["--socket", folder("s")])
    #expect(try program.line(within: 60) == "200", "each save is published")
    let line = try program.line(within: 60)
    let match = try #require(try expected.wholeMatch(in: line), "\(line)")
    #expect(Int(match.1) ?? 0 > 100, "\(line)")
    #expect(try program.line(within: 60) == "0")
    _ = program.end()
  }

  @Test func theDaemonsLog() throws {
    try check(
      ["liveryd", "/bundle", "--state-dir", "/state", "--log-level", "debug"],
      /<4>([0-9]+) lines could not be written/)
  }

  @Test func theLinesOfWatch() throws {
    try check(["livery", "watch", "/bundle"], /([0-9]+) lines could not be written/)
  }

  @Test func theObjectsOfWatch() throws {
    try check(["livery", "watch", "/bundle", "--format", "ndjson"], /\{"event":"lost","lines":([0-9]+)\}/)
  }
}
