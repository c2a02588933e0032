// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

/// Programs that listen in the daemon's place: one that is silent, one that sends every message back, and one that accepts no
/// connection and whose backlog is full.
@Suite(.serialized) struct SquatterTests {
  private static let script = """
    import socket, sys, threading
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(0 if sys.argv[2] == "deaf" else 128)
    held = []
    while sys.argv[2] == "deaf":
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].setblocking(False)
        try: held[-1].connect(sys.argv[1])
        except BlockingIOError: break
    print("listening", flush=True)
    if sys.argv[2] == "deaf": threading.Event().wait()

    def echo(connection):
        while bytes := connection.recv(65536): connection.sendall(bytes)

    while True:
        connection, _ = listener.accept()
        held.append(connection)
        if sys.argv[2] == "closing": held.pop().close()
        if sys.argv[2] == "echo": threading.Thread(target=echo, args=[connection], daemon=True).start()
    """

  private func squatter(_ kind: String, _ folder: ScratchDirectory) throws -> Program {
    let program = try Program("/usr/bin/python3", ["-c", Self.script, folder("s"), kind])
    #expect(try program.line() == "listening")
    return program
  }

  @Test(arguments: [
    ["status"], ["bundles"], ["consumers"], ["sync"], ["reload"], ["get", "constants/gap"], ["subscribe"],
    ["subscribe", "app"], ["set", "constant", "gap", "1"],
  ]) func aCommandEndsWithoutAnAnswer(arguments: [String]) throws {
    let folder = try ScratchDirectory()
    let squatter = try squatter("mute", folder)
    defer { squatter.kill() }
    let end = try Program(Program.built("livery"), arguments + ["--socket", folder("s"), "--timeout", "1"]).end()
    #expect(end.code == 4)
    #expect(end.errors.hasPrefix("livery: the daemon did not answer within 1 second\n"), "\(end.errors)")
  }

  @Test(arguments: [["status"], ["status", "--metrics"], ["subscribe"]]) func aCommandDoesNotWaitForAPlaceInTheBacklog(
    arguments: [String]
  ) throws {
    let folder = try ScratchDirectory()
    let squatter = try squatter("deaf", folder)
    defer { squatter.kill() }
    let end = try Program(Program.built("livery"), arguments + ["--socket", folder("s"), "--timeout", "1"]).end()
    #expect(end.code == 4)
    #expect(end.errors.hasPrefix("livery: the daemon did not answer within 1 second\n"), "\(end.errors)")
  }

  @Test(arguments: ["mute", "deaf"]) func theDoctorDoesNotWaitEither(kind: String) throws {
    let folder = try ScratchDirectory()
    let squatter = try squatter(kind, folder)
    defer { squatter.kill() }
    let doctor = try Program(Program.built("livery"), ["doctor", "--socket", folder("s"), "--timeout", "1"])
    let (output, end) = doctor.outputAndEnd()
    #expect(
      output.contains("error    socket: \(folder("s")) took the connection, and no answer came in 1 s\n"), "\(output)")
    #expect(end.code == 1)
  }

  /// As a socket unit whose service fails to start.
  @Test func aConnectionThatEndsIsNoForeignProgram() throws {
    let folder = try ScratchDirectory()
    let squatter = try squatter("closing", folder)
    defer { squatter.kill() }
    try checkStatus(in: folder, says: "the connection to the daemon is lost")
  }

  private func checkStatus(in folder: ScratchDirectory, says words: String) throws {
    let end = try Program(Program.built("livery"), ["status", "--socket", folder("s")]).end()
    #expect(end.code == 4)
    #expect(end.errors.hasPrefix("livery: \(words)\n"), "\(end.errors)")
  }

  @Test func anotherProgramIsToldApart() throws {
    let folder = try ScratchDirectory()
    let squatter = try squatter("echo", folder)
    defer { squatter.kill() }
    try checkStatus(in: folder, says: "the program that answers at \(folder("s")) is not a Livery daemon")
    let doctor = try Program(Program.built("livery"), ["doctor", "--socket", folder("s")])
    var line = try doctor.line()
    while !line.contains("socket: ") { line = try doctor.line() }
    #expect(
      line.hasPrefix(
        "error    socket: a program answers at \(folder("s")), and is not Livery: process \(squatter.identifier) of user `"
      ),
      "\(line)")
    #expect(doctor.end().code == 1)
  }
}
