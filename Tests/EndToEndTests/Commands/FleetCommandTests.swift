// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

/// The commands of a fleet without the package `livery-fleet`. `scripts/test-fleet` tests them with it.
@Suite struct FleetCommandTests {
  @Test func theMissingPackageIsNamed() throws {
    // A copy: beside the tests the program may have been built.
    let folder = try ScratchDirectory()
    // Made by cp(1): a descriptor of this process could be inherited by a program that a concurrent test starts, and a file that is
    // open for writing cannot be executed (ETXTBSY).
    #expect(try Program("/bin/cp", [Program.built("livery"), folder("livery")]).outputAndEnd().end.code == 0)
    for line in [["publish", "aurora"], ["mirror", "dir"], ["fleet", "status"]] {
      let program = try Program(folder("livery"), line)
      let (output, end) = program.outputAndEnd()
      #expect(end.code == 2)
      #expect(output.isEmpty)
      #expect(end.errors.contains("`livery \(line[0])` needs the package livery-fleet"))
    }
    // Help and mistakes do not need it.
    let help = try Program(folder("livery"), ["publish", "--help"]).outputAndEnd()
    #expect(help.output.contains("--take-over"))
    let mistake = try Program(folder("livery"), ["fleet", "stats"]).outputAndEnd()
    #expect(mistake.end.code == 2 && mistake.end.errors.contains("status"))
  }
}
