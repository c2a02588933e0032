// SPDX-License-Identifier: GPL-2.0-or-later

public import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. Longer than all tests together: they share as many threads as there are cores, and a test that waits
  /// without a thread gets the next one only after the tests that began meanwhile.
  public static var hangLimit: Self { .timeLimit(.minutes(20)) }
}
