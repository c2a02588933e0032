// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

do {
  try BenchmarkProgram.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  try? Files.write(Array("livery-bench: \(error)\n".utf8), to: STDERR_FILENO)
  exit(1)
}
