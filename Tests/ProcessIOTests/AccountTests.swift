// SPDX-License-Identifier: MIT

import ProcessIO
import Testing

@Suite struct AccountTests {
  @Test func groupsAreFoundByName() throws {
    #expect(groupIdentifier(named: "root") == 0)
    #expect(groupIdentifier(named: "no such group") == nil)
  }
}
