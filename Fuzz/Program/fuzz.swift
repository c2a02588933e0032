// SPDX-License-Identifier: GPL-2.0-or-later

import FuzzTargets
import Glibc

/// What LIVERY_FUZZ_TARGET names.
private let target: FuzzTarget = {
  let name = getenv("LIVERY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("LIVERY_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()

/// The entry of libFuzzer, which chooses the bytes by what earlier ones have reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
