// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryConnection
import TestSupport
import Testing

/// Consumers over a restart, with a program that plays the service manager.
extension ServiceTests {
  /// Plays the service manager over a restart: keeps the connections that one daemon leaves, and hands them to the next. Its
  /// arguments: the folder, the daemon, the action between the two, and the number of further consumers.
  private static let restart = """
    import json, os, resource, socket, sys
    folder, daemon, between, others = sys.argv[1:4] + [int(sys.argv[4])]
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    open(folder + "/livery.json", "w").write(
        '{ "bundles": { "one": { "path": "one" } }, "limits": { "connectionsPerUser": 4096 } }')
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(folder + "/manager")
    manager.settimeout(60)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(folder + "/s")
    listener.listen(4096)
    kept = {}

    def start():
        descriptors = [("varlink", listener.fileno())] + [(n, s) for n, s in kept.items()]
        child = os.fork()
        if child == 0:
            # High numbers first, so that none is overwritten before it is moved.
            high = [os.dup2(number, 4096 + i) for i, (_, number) in enumerate(descriptors)]
            for i, number in enumerate(high): os.dup2(number, 3 + i)
            os.closerange(3 + len(high), 8192)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(high)), FDSTORE="4096",
                LISTEN_FDNAMES=":".join(n for n, _ in descriptors), NOTIFY_SOCKET=folder + "/manager")
            os.execv(daemon, [daemon, "--config", folder + "/livery.json",
                "--state-dir", folder + "/state", "--log-level", "error"])
        return child

    def take():
        text, descriptors, _, _ = socket.recv_fds(manager, 4096, 1)
        words = dict(line.split("=", 1) for line in text.decode().splitlines())
        if "FDSTORE" in words: kept[words["FDNAME"]] = descriptors[0]
        if "FDSTOREREMOVE" in words: os.close(kept.pop(words["FDNAME"]))
        return words

    def client(parameters, method="Register"):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(60)
        connection.connect(folder + "/s")
        call = {"method": "io.livery.Theme." + method, "more": method == "Register", "parameters": parameters}
        connection.sendall(json.dumps(call).encode() + b"\\0")
        return connection

    def event(connection):
        text = b""
        while not text.endswith(b"\\0"):
            more = connection.recv(1)
            if not more: return {"event": "closed"}
            text += more
        return json.loads(text[:-1])["parameters"]

    """

  private static let handover = """
    first = start()
    while "READY" not in take(): pass
    choice = {"themes": [], "modifiers": {"size": "compact", "mood": "dark"}}
    clients = [client({}), client({"select": ["styles/**"], "name": "quiet", "context": choice})] + [client({}) for _ in range(others)]
    before = [event(c) for c in clients]
    os.kill(first, 15)
    while len(kept) < len(clients): take()
    assert os.waitpid(first, 0)[1] == 0
    if between == "edit": open(folder + "/one/values.json", "w").write('{ "gap": 5 }')
    second = start()
    while "READY" not in take(): pass
    print(len(kept), "kept after the start", flush=True)
    status = event(client({}, "Status"))
    print(status["consumers"] - len(clients), status["watches"] > 0, status["problems"], flush=True)
    listed = event(client({}, "ListConsumers"))["consumers"]
    assert [c["context"] for c in listed if c.get("name") == "quiet"] == [choice], "it comes back in its context"
    if between == "edit": print(event(clients[0])["snapshot"]["constants"], flush=True)
    open(folder + "/one/values.json", "w").write('{ "gap": 6 }')
    after = event(clients[0])
    assert after["consumer"] == before[0]["consumer"]
    print(after["event"], after["delta"]["from"] - before[0]["snapshot"]["generation"], flush=True)
    for c in clients[2:]: assert event(c)["event"] == "delta"
    late = client({})
    assert event(late)["consumer"] not in [b["consumer"] for b in before]
    for c in clients + [late]: c.close()
    os.kill(second, 2)
    assert os.waitpid(second, 0)[1] == 0
    print(sorted(os.listdir(folder + "/state")), flush=True)
    """

  private func restarted(
    _ between: String, others: Int = 0, _ script: String = ServiceTests.handover
  ) throws -> Program {
    try Program("/usr/bin/python3", ["-c", Self.restart + script, folder.path, liveryd, between, "\(others)"])
  }

  /// More than a thousand descriptors take all numbers below 1,024, of which inotify needs one.
  @Test(arguments: [0, 1100]) func consumersStayConnectedOverARestart(others: Int) throws {
    let program = try restarted("nothing", others: others)
    #expect(try program.line(within: 60) == "0 kept after the start")
    #expect(try program.line(within: 60) == "0 True []", "none is lost, and directories are watched")
    #expect(try program.line() == "delta 0", "nothing is sent until something changes, and the chain has no gap")
    #expect(try program.line() == "['one.generation.json']")
    let end = program.end()
    #expect(end.code == 0, "\(end.errors)")
  }

  private static let call = """
    first = start()
    while "READY" not in take(): pass
    idle = client({}, "Status")
    event(idle)
    os.kill(first, 15)
    while not kept: take()
    assert os.waitpid(first, 0)[1] == 0
    idle.sendall(json.dumps({"method": "io.livery.Theme.ListBundles"}).encode() + b"\\0")
    second = start()
    while "READY" not in take(): pass
    print(len(kept), event(idle)["bundles"][0]["name"], flush=True)
    idle.close()
    os.kill(second, 2)
    assert os.waitpid(second, 0)[1] == 0
    """

  /// The connection has no consumer: it belongs to a command between two calls.
  @Test func aCallThatComesBetweenTwoDaemonsIsAnswered() throws {
    let program = try restarted("nothing", Self.call)
    #expect(try program.line() == "0 one")
    let end = program.end()
    #expect(end.code == 0, "\(end.errors)")
  }

  private static let absence = """
    def rename(old, new): os.rename(folder + "/" + old, folder + "/" + new)

    first = start()
    while "READY" not in take(): pass
    clients = [client({}), client({"bundle": "one", "select": ["styles/**"]})]
    before = [event(c) for c in clients]
    if between == "seen":
        rename("one", "away")
        event(client({}, "Sync"))
        for c in clients: assert event(c)["event"] == "diagnostics"
    os.kill(first, 15)
    while len(kept) < len(clients): take()
    assert os.waitpid(first, 0)[1] == 0
    if between != "seen": rename("one", "away")
    second = start()
    while "READY" not in take(): pass
    status = event(client({}, "Status"))
    print(len(status["problems"]), status["problems"][0].split(": ")[0], flush=True)
    print(event(client({}, "ListBundles"))["bundles"][0]["consumers"], flush=True)
    if between == "seen":
        states = [event(c)["snapshot"] for c in clients]
        print(states[0]["constants"], states[0]["digest"] == before[0]["snapshot"]["digest"], flush=True)
    if between == "twice":
        os.kill(second, 15)
        while len(kept) < len(clients): take()
        assert os.waitpid(second, 0)[1] == 0
        second = start()
        while "READY" not in take(): pass
    open(folder + "/away/values.json", "w").write('{ "gap": 6 }')
    rename("away", "one")
    after = event(clients[0])
    assert after["consumer"] == before[0]["consumer"]
    print(after["event"], "6" in json.dumps(after), flush=True)
    open(folder + "/one/values.json", "w").write('{ "gap": 7 }')
    while (after := event(clients[0]))["event"] != "delta": pass
    print(after["delta"]["patch"], event(client({}, "Status"))["problems"], flush=True)
    for c in clients: c.close()
    os.kill(second, 2)
    assert os.waitpid(second, 0)[1] == 0
    """

  /// A bundle whose directory is missing at a restart is still served, and its saves arrive when it is back.
  @Test(arguments: ["seen", "unseen", "twice"]) func aBundleThatIsAwayIsWaitedForOverARestart(_ between: String) throws
  {
    let program = try restarted(between, Self.absence)
    #expect(try program.line() == "1 the bundle `one` waits for its directory")
    #expect(try program.line() == "2", "both are there")
    if between == "seen" { #expect(try program.line() == "{'gap': 4} True") }
    #expect(try program.line() == "\(between == "seen" ? "delta" : "snapshot") True")
    #expect(try program.line() == "[{'op': 'replace', 'path': '/constants/gap', 'value': 7}] []")
    let end = program.end()
    #expect(end.code == 0, "\(end.errors)")
  }

  /// inotify's descriptor is made with the first bundle, and has a low number by then.
  @Test func aBundleIsWatchedThatComesAfterAThousandConnections() throws {
    let script = """
      import resource, signal, socket, sys
      resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
      clients = [socket.socket(socket.AF_UNIX) for _ in range(1100)]
      for client in clients: client.connect(sys.argv[1])
      for client in clients:
          client.sendall(b'{"method":"io.livery.Theme.ListBundles"}\\0')
          client.recv(65536)
      print("connected", flush=True)
      signal.pause()
      """
    try folder.write("livery.json", #"{ "limits": { "connectionsPerUser": 4096 } }"#)
    let daemon = try activated(["--config", file])
    let clients = try Program("/usr/bin/python3", ["-c", script, folder("s")])
    defer { clients.kill() }
    #expect(try clients.line(within: 60) == "connected")
    #expect(try call("add", folder("one")).code == 0)
    let status = try VarlinkConnection(path: folder("s")).call("io.livery.Theme.Status")
    #expect(status["problems"] == [] && status["watches"]?.number ?? 0 > 0, "\(status)")
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test func whatChangedMeanwhileComesAsASnapshot() throws {
    let program = try restarted("edit")
    #expect(try program.line() == "0 kept after the start")
    #expect(try program.line() == "0 True []")
    #expect(try program.line() == "{'gap': 5}")
    #expect(try program.line() == "delta 1")
    _ = try program.line()
    let end = program.end()
    #expect(end.code == 0, "\(end.errors)")
  }
}
