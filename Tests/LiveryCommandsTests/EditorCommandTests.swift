// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import LiveryCommands

@Suite struct EditorCommandTests {
  private func check(_ editor: String, _ expected: String) {
    #expect(EditorCommand(editor: editor).line("/a/it's.json", line: 7, column: 3) == expected)
  }

  @Test func editorsAreToldThePlace() {
    check("vi", #"vi +7 '/a/it'\''s.json' < /dev/tty"#)
    check("/usr/bin/nvim -u NONE", #"/usr/bin/nvim -u NONE +7 '/a/it'\''s.json' < /dev/tty"#)
    check("code --wait", #"code --wait --goto '/a/it'\''s.json:7:3' < /dev/tty"#)
    check("hx", #"hx '/a/it'\''s.json:7:3' < /dev/tty"#)
    check("micro", #"micro +7:3 '/a/it'\''s.json' < /dev/tty"#)
  }
}
