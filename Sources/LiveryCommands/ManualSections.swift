// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface

extension ManualSection {
  static var ofCommands: [ManualSection] {
    sections(
      environment: [
        "LIVERY_SOCKET": "The socket of the daemon, where --socket does not name one.",
        "XDG_RUNTIME_DIR": "Its directory livery is where a daemon of the user is looked for.",
        "NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE": "Whether colours are used, where --color does not say it.",
        "TERM, COLORTERM": "How many colours the terminal has; TERM=dumb has none.",
        "VISUAL, EDITOR": "The editor that the key e of `livery watch` opens.",
        "XDG_CONFIG_HOME, XDG_STATE_HOME, HOME":
          "Where `livery apply` finds its configuration and keeps digests of files, and where `livery doctor` looks for "
          + "the files of the user's daemon.",
        "DISPLAY, WAYLAND_DISPLAY, TMUX_TMPDIR":
          "Where `livery apply` finds the display and servers of tmux; a service without a display (INVOCATION_ID) asks the user's "
          + "manager for them.",
      ],
      files: [
        "$XDG_RUNTIME_DIR/livery/livery.sock, /run/livery/livery.sock":
          "The sockets of the user's and of the system's daemon.",
        "$XDG_RUNTIME_DIR/livery/NAME.sock": "The socket of a running `livery watch`.",
        "/tmp/livery-UID": "Takes the place of $XDG_RUNTIME_DIR/livery where that variable is not set.",
        "BUNDLE/livery.json": "The manifest of a bundle.",
        "$XDG_CONFIG_HOME/livery/outputs.json": "The outputs of `livery apply`, by default below ~/.config.",
        "$XDG_STATE_HOME/livery/outputs.json":
          "Digests of written files that have no mark, by default below ~/.local/state.",
      ],
      signals: [
        "INT, TERM":
          "End `livery watch`, `livery subscribe` and `livery apply` with 0; the screen is restored.",
        "HUP": "Has `livery apply` read its configuration again, as each change of the file does.",
      ])
  }

  static var ofDaemon: [ManualSection] {
    sections(
      environment: [
        "LIVERY_SOCKET": "Where to listen, where --socket does not say it.",
        "XDG_RUNTIME_DIR": "Its directory livery is where a user's daemon listens.",
        "XDG_CONFIG_HOME, HOME":
          "Where a user's configuration is: $XDG_CONFIG_HOME/livery/livery.json, by default below ~/.config.",
        "STATE_DIRECTORY, XDG_STATE_HOME":
          "The state directory if neither --state-dir nor the configuration names one: the directory of systemd, else "
          + "$XDG_STATE_HOME/livery, by default below ~/.local/state; /var/lib/livery for root.",
        "LISTEN_FDS, LISTEN_PID, LISTEN_FDNAMES": "The sockets that are handed over, see sd_listen_fds(3).",
        "NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID":
          "Where the daemon says how it is, and how often, see sd_notify(3).",
        "FDSTORE": "How many connections of consumers the service manager keeps over a restart.",
        "JOURNAL_STREAM": "Whether the log goes to the journal with fields.",
      ],
      files: [
        "/etc/livery/livery.json, $XDG_CONFIG_HOME/livery/livery.json": "The configuration, see livery.json(5).",
        "livery.json.d/*.json": "Further files, beside it.",
        "/run/livery/livery.sock, $XDG_RUNTIME_DIR/livery/livery.sock": "The socket.",
        "/var/lib/livery, $XDG_STATE_HOME/livery": "The state directory, which one daemon at a time works in:",
        "BUNDLE.generation.json": "The generation, so that it never goes back.",
        "BUNDLE.held.json": "The held last good states.",
        "BUNDLE.modifications.json": "The values that `livery save` stores.",
        "NAME.aside-1": "A file that made no sense and was set aside; nothing reads it.",
      ],
      signals: [
        "TERM":
          "Publishes pending changes and ends with 0. A daemon of systemd leaves the connections of its consumers with systemd, "
          + "for the next daemon; `systemctl stop` closes them. Any other daemon sends each consumer a last message.",
        "INT":
          "Sends each consumer a last message and ends with 0. One that does not read it within a second is closed.",
        "HUP": "Reads the configuration again, and logs its errors.",
      ])
  }

  private static func sections(
    environment: KeyValuePairs<String, String>, files: KeyValuePairs<String, String>,
    signals: KeyValuePairs<String, String>
  ) -> [ManualSection] {
    [ManualSection("ENVIRONMENT", environment), ManualSection("FILES", files), ManualSection("SIGNALS", signals)]
  }
}
