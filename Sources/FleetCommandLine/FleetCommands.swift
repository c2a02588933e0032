// SPDX-License-Identifier: GPL-2.0-or-later

package import CommandLineInterface

/// The commands of a fleet: their options, help and manual. `livery` hands them on, `livery-fleet` does them.
package enum FleetCommand: String, CaseIterable, Sendable {
  case publish, mirror, fleet

  /// - Parameter run: the function of the command.
  package func command(
    run: @escaping @Sendable (Arguments, Console) throws(CommandFailure) -> ExitCode
  ) -> Command {
    switch self {
    case .publish: .publish(run)
    case .mirror: .mirror(run)
    case .fleet: .fleet(run)
    }
  }
}

extension CommandOption {
  package static let to = CommandOption(
    "to", value: .text("SERVERS"), "The servers: nats://HOST[:PORT] or tls://HOST[:PORT], more of them after commas.")
  package static let from = CommandOption(
    "from", value: .text("SERVERS"), "The servers: nats://HOST[:PORT] or tls://HOST[:PORT], more of them after commas.")
  package static let bucket = CommandOption(
    "bucket", value: .text("NAME"), "The bucket: letters, digits, - and _.")
  package static let settings = CommandOption(
    "config", value: .path("FILE"),
    "Read these options from a JSON object whose keys are their names, such as {\"bucket\":\"kiosks\"}. Options of the "
      + "command line have precedence.")
  package static let credentials = CommandOption(
    "creds", value: .path("FILE"), "The credentials of a NATS user: a JWT and its seed.")
  package static let nkey = CommandOption("nkey", value: .path("FILE"), "The public key and the seed of a NATS user.")
  package static let certificate = CommandOption("tls-cert", value: .path("FILE"), "The certificate of this client.")
  package static let key = CommandOption("tls-key", value: .path("FILE"), "The key of that certificate.")
  package static let authority = CommandOption(
    "tls-ca", value: .path("FILE"), "The certificates of authorities that sign those of servers.")
  package static let insecure = CommandOption(
    "insecure", "Connect to other machines without TLS: everything travels in the clear.")

  package static let connection: [CommandOption] = [
    .bucket, .credentials, .nkey, .certificate, .key, .authority, .insecure, .settings,
  ]

  package static let once = CommandOption("once", "Do it once, and end.")
  package static let daemonTimeout = CommandOption(
    "timeout", value: .count("SECONDS"), default: "10; 5 for a mirror",
    "How long to wait for an answer of the local daemon.")
  package static let daemonSocket = CommandOption(
    "socket", value: .path("PATH"), default: "LIVERY_SOCKET, else the daemon's socket",
    "The socket of the local daemon.")

  // Of `publish`.
  package static let dryRun = CommandOption(
    "dry-run", "With --once: print the files and bytes that would be sent, and change nothing.")
  package static let publishRollback = CommandOption(
    "rollback", value: .count("NUMBER"), "Publish the files of this manifest again, under a new number.")
  package static let takeOver = CommandOption(
    "take-over",
    "Publish in place of another publisher, whose process ends then. Manifests that cannot be read are removed.")
  package static let allowErrors = CommandOption("allow-errors", "Publish a bundle that has errors, too.")
  package static let sign = CommandOption(
    "sign", value: .path("FILE"), "Sign each manifest with this private key of Ed25519, in PEM.")
  package static let createBucket = CommandOption(
    "create-bucket", "Make the bucket and that of the reports, and end.")
  package static let replicas = CommandOption(
    "replicas", value: .count("N"), default: "1", "With --create-bucket: the servers that keep a copy: 1, 3 or 5.")
  package static let printPermissions = CommandOption(
    "print-permissions", "Print the permissions that the users publisher, mirror and administrator need, and end.")
  package static let stateDirectory = CommandOption(
    "state-dir", value: .path("DIR"), default: "STATE_DIRECTORY, else ~/.local/state/livery/fleet",
    "Where the identity of this publisher is kept.")

  // Of `mirror`.
  package static let accept = CommandOption(
    "accept", value: .count("NUMBER"), "Take this manifest although this mirror has served a higher one.")
  package static let mirrorRollback = CommandOption(
    "rollback", value: .text("RELEASE"),
    "Serve a release that is in DIR, by its name or number, and end. Needs no server. Only a number above all that were "
      + "served moves on from it.")
  package static let trust = CommandOption(
    "trust", value: .path("FILE"), isRepeatable: true,
    "Take only manifests that are signed by this public key of Ed25519, in PEM, or by another --trust.")
  package static let mirrorName = CommandOption(
    "name", value: .text("NAME"), default: "the name of the machine",
    "The name in reports: letters, digits, -, _ and dots between them.")

  // Of `fleet`.
  package enum TableFormat: String, CaseIterable, Sendable { case table, json }
  package static let tableFormat = CommandOption(
    "format", value: .choice(of: TableFormat.self), default: TableFormat.table.rawValue, "How the mirrors are printed.")
}

extension Command {
  fileprivate typealias Run = @Sendable (Arguments, Console) throws(CommandFailure) -> ExitCode

  fileprivate static func publish(_ run: @escaping Run) -> Command {
    Command(
      "publish", "Publish a bundle for other machines, over NATS JetStream",
      details: [
        "Follows a bundle of the local daemon, and publishes each state without errors, last good values and unsaved texts. "
          + "`livery mirror` on other machines fetches it. docs/fleet.md has the steps for both sides.",
        "With --once it publishes a directory without a daemon, and ends with 1 when the bundle has errors.",
      ],
      operands: [
        Operand("BUNDLE", .optional, "The bundle's name or directory; with --once a directory.")
      ],
      options: [
        .to, .once, .dryRun, .publishRollback, .takeOver, .allowErrors, .sign, .createBucket, .replicas,
        .printPermissions, .mirrorName, .stateDirectory, .daemonSocket, .daemonTimeout,
      ] + CommandOption.connection,
      examples: [
        Example(
          "livery publish --create-bucket --to nats://localhost --bucket kiosks", "Make the bucket, once."),
        Example("livery publish aurora --to nats://localhost --bucket kiosks", "Follow a bundle of the local daemon."),
        Example(
          "livery publish --once themes/aurora --to tls://nats.example --creds ci.creds --bucket kiosks",
          "Publish a directory, as a job of continuous integration does."),
      ], run: run)
  }

  fileprivate static func mirror(_ run: @escaping Run) -> Command {
    Command(
      "mirror", "Keep a directory at the newest published bundle",
      details: [
        "Fetches published releases into DIR/releases, and makes DIR/current a link to the newest. A daemon that serves "
          + "DIR/current publishes each release as one generation. While no server can be reached, the last release stays.",
        "With --once it fetches the newest release and ends. Ends with 4 when no server can be reached.",
      ],
      operands: [Operand("DIR", .optional, "An empty or missing directory, or the directory of a mirror.")],
      options: [.from, .once, .accept, .mirrorRollback, .trust, .mirrorName, .daemonSocket, .daemonTimeout]
        + CommandOption.connection,
      examples: [
        Example("livery mirror --from nats://localhost --bucket kiosks /var/lib/theme", "Follow a bucket."),
        Example("livery mirror /var/lib/theme --rollback 41", "Go back to an earlier release."),
      ], run: run)
  }

  fileprivate static func fleet(_ run: @escaping Run) -> Command {
    Command(
      "fleet", "Show which mirrors are behind",
      details: ["Prints each mirror that has reported within 15 minutes: those with problems and those behind first."],
      operands: [Operand("ACTION", .once, "The action.", choices: ["status"])],
      options: [.from, .tableFormat] + CommandOption.connection,
      examples: [Example("livery fleet status --from nats://localhost --bucket kiosks", "The mirrors of a bucket.")],
      run: run)
  }
}
