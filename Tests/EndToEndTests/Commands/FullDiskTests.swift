// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that write, on a file system without space: a small one of each test's own.
@Suite struct FullDiskTests {
  /// Runs a script with the program as `$0`, the daemon as `$1`, and the folder as `$2`. The programs see its file systems, too.
  private func run(_ script: String, in folder: ScratchDirectory) throws -> (output: String, errors: String) {
    let namespace = geteuid() == 0 ? ["--mount"] : ["--mount", "--map-root-user"]
    let program = try Program(
      "/usr/bin/env",
      ["unshare"] + namespace + [
        "bash", "-c", script, Program.built("livery"), Program.built("liveryd"), folder.path,
      ])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == 0, "\(output)\(end.errors)")
    return (output, end.errors)
  }

  private static let undo = #"""
    set -eu
    cd "$2"
    mkdir aurora
    mount -t tmpfs -o size=128k none aurora
    cd aurora
    save() { { printf '{ "accent": "%s", "long": "' "$1"; head -c 40000 /dev/zero | tr '\0' "$2"; printf '" }\n'; } > colors.json; }
    echo '{ "themes": ["a.json", "colors.json"] }' > theme.inc.json
    echo '{ "first": 1 }' > a.json
    save '#ff0000' x
    cp colors.json ../first
    "$1" --socket ../s --state-dir ../state . >../log 2>&1 &
    daemon=$!
    trap 'kill $daemon' EXIT
    export LIVERY_SOCKET="$2/s"
    "$0" subscribe --reconnect --count 1 >/dev/null
    echo '{ "first": 2 }' > a.json
    save '#00ff00' y
    second=$("$0" sync)
    second=${second#generation }
    cp colors.json ../second
    for free in 0 4096 20480; do
      cat /dev/zero > filler 2>/dev/null || true
      truncate -s "-$free" filler
      if "$0" undo 1 --write >../out 2>../errors; then echo 'written' >../errors; fi
      cat ../errors
      cmp colors.json ../second
      echo "$free: $(cat a.json) $(echo * .[!.]*)"
      rm filler
      "$0" undo "$second" --write >/dev/null
    done
    "$0" undo 1 --write >/dev/null
    cmp colors.json ../first
    """#

  @Test func noFileIsHalfWritten() throws {
    let folder = try ScratchDirectory()
    let (output, errors) = try run(Self.undo, in: folder)
    let files = "a.json colors.json filler theme.inc.json .[!.]*"
    func full(_ file: String) -> String {
      "livery: the file cannot be written: \(folder("aurora/\(file)")): No space left on device"
    }
    #expect(
      output.split(separator: "\n").map(String.init)
        == [
          full("a.json"), "  help: nothing is written", #"0: { "first": 2 } \#(files)"#,
          full("colors.json"), "  help: 1 file before it is written", #"4096: { "first": 1 } \#(files)"#,
          full("colors.json"), "  help: 1 file before it is written", #"20480: { "first": 1 } \#(files)"#,
        ], "\(output)\(errors)")
  }

  private static let new = #"""
    set -eu
    cd "$2"
    mkdir disk
    mount -t tmpfs -o size=64k none disk
    cat /dev/zero > disk/filler 2>/dev/null || true
    for free in 0 4096; do
      truncate -s "-$free" disk/filler
      if "$0" init disk/new; then echo made; else echo "$?: $(ls -A disk/new)"; fi
    done
    rm disk/filler
    "$0" init disk/new >/dev/null
    "$0" check disk/new >/dev/null
    """#

  /// A bundle that cannot be made leaves no file, which the next attempt would find.
  @Test func noBundleIsHalfMade() throws {
    let (output, errors) = try run(Self.new, in: ScratchDirectory())
    #expect(output == "2: \n2: \n", "\(errors)")
    #expect(errors.contains("disk/new/theme.inc.json: No space left on device"), "\(errors)")
  }
}
