// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import ProcessIO
import TestSupport
import Testing
import Varlink

@testable import Doctor
@testable import LiveryService

/// The findings about files: configuration, bundles, mirrors, state, and the limits on watching.
extension DoctorTests {
  @Test func theConfiguration() {
    check(
      { $0.configuration.content = .absent },
      "info configuration: there is no /etc/livery/livery.json: the command line of liveryd names the bundles"
    )
    check(
      {
        $0.configuration.content = .absent
        $0.configuration.isRequired = true
        $0.socket.state = .leftAlone
      },
      "error configuration: there is no /etc/livery/livery.json, and livery.service does not start without it",
      "help: write one, at least {}, or take `--config` out of the unit",
      "$ echo '{}' | sudo tee /etc/livery/livery.json",
      "info socket: systemd listens at /run/livery/livery.sock; nothing was asked, since livery.service would be started "
        + "and fail", "info systemd: livery.socket is enabled and listens, livery.service does not run")
    check(
      { $0.configuration.content = .unreadable(.accessDenied) },
      "error configuration: `livery` cannot read /etc/livery/livery.json: Permission denied",
      "$ sudo chmod a+r /etc/livery/livery.json")
    check(
      {
        $0.configuration.content = .unreadable(.accessDenied)
        $0.configuration.closedDirectory = "/etc/livery"
      }, "error configuration: `livery` may not enter /etc/livery on the way to /etc/livery/livery.json",
      "$ sudo chmod a+x /etc/livery")
    check(
      { $0.configuration.content = .unreadable(.tooManyLinks) },
      "error configuration: /etc/livery/livery.json is a link that leads to itself",
      "help: correct the link, or remove it")
    check(
      { $0.configuration.content = .unreadable(.notDirectory) },
      "error configuration: /etc/livery/livery.json cannot be read: Not a directory",
      "help: change its permissions or its path")
    check(
      {
        var file = ConfigurationFile()
        file.bundles = ["a", "b", "c"].map { (name: String) in ConfiguredBundle(name: name, directory: "/srv")
        }
        file.limits.bundles = 2
        $0.configuration.content = .good(file)
      }, "error configuration: /etc/livery/livery.json has 3 bundles, and its limit `bundles` is 2",
      "help: raise the limit, or take bundles out: no daemon starts with it")
    for (asker, isShown) in [("ada", false), ("livery", true)] {
      var file = ConfigurationFile()
      var bundle = ConfiguredBundle(name: "secret", directory: "/srv/secret")
      bundle.rights.readers = BundleRights.People()
      file.bundles = [ConfiguredBundle(name: "aurora", directory: "/srv/aurora"), bundle]
      var facts = Self.sound
      facts.asker.name = asker
      facts.configuration.content = .good(file)
      let findings = Diagnosis.findings(facts).filter { $0.subject == "bundle secret" }
      #expect(findings.map(\.level) == [isShown ? .error : .info])
      #expect(findings.first?.message.hasSuffix("its `read` may exclude this user") == !isShown)
    }
    // A cause comes before its consequences.
    check(
      {
        $0.configuration.content = .bad([ConfigurationProblem(message: "no", help: nil)])
        $0.socket.state = .leftAlone
        $0.units.service = ["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "2"]
      }, "error configuration: no",
      "info socket: systemd listens at /run/livery/livery.sock; nothing was asked, since livery.service would be started "
        + "and fail", "error systemd: livery.service does not start: its configuration is wrong",
      "help: fix the configuration, then start the service again", "$ sudo systemctl reset-failed livery.service",
      "$ sudo systemctl start livery.socket")
    let place = ConfigurationPlace(file: "/etc/livery/livery.json", line: 3, column: 5)
    let problem = ConfigurationProblem(place: place, message: "bundles are an object", help: "write {}")
    check(
      { $0.configuration.content = .bad([problem]) },
      "error configuration: /etc/livery/livery.json:3:5: bundles are an object", "help: write {}")
    check(
      {
        var file = ConfigurationFile()
        file.bundles = [ConfiguredBundle(name: "studio", directory: "/srv/studio")]
        $0.configuration.content = .good(file)
      }, "error bundle studio: it is configured, and the daemon does not serve it",
      "help: read the configuration again; the daemon reports the errors",
      "$ sudo livery reload --socket /run/livery/livery.sock", "$ sudo journalctl -u livery -n 20",
      "info configuration: served and not configured: aurora")
  }

  @Test func bundles() {
    func check(
      _ directory: String, _ reach: BundleFacts.Reach, target: String? = nil, _ expected: String...,
      location: SourceLocation = #_sourceLocation
    ) {
      var facts = Self.sound
      facts.bundles = [Self.bundle(directory, reach)]
      facts.bundles[0].target = target
      let lines = Diagnosis.findings(facts).filter { $0.subject == "bundle aurora" }.flatMap { finding in
        ["\(finding.level.rawValue) \(finding.message)"] + finding.commands.map { "$ \($0)" }
          + (finding.commands.contains { $0.contains("setfacl") } ? ["help: \(finding.help ?? "")"] : [])
      }
      #expect(lines == expected, sourceLocation: location)
    }
    check(
      "/srv/aurora", .missing("No such file or directory"),
      "error /srv/aurora cannot be read: No such file or directory")
    check("/srv/aurora", .noDirectory, "error /srv/aurora is not a directory")
    check(
      "/srv/ada/aurora", .closed("/srv/ada"), "error `livery` may not enter /srv/ada on the way to /srv/ada/aurora",
      "$ sudo setfacl -m u:livery:x /srv/ada", "$ sudo setfacl -R -m u:livery:rX /srv/ada/aurora",
      "help: setfacl is of the package `acl`")
    check(
      "/srv/a", .read(directories: 1, files: 9, unreadable: ["/srv/a/x.json"], unreadableCount: 4),
      "error `livery` may not read /srv/a/x.json and 3 more", "$ sudo setfacl -R -m u:livery:rX /srv/a",
      "help: setfacl is of the package `acl`")
    check(
      "/home/ada/aurora", .missing("whatever it looks like from outside"),
      "error /home/ada/aurora is out of the daemon's sight: livery.service has ProtectHome=yes",
      "$ sudo install -D -m 644 /usr/share/doc/livery/examples/bundles-in-home.conf "
        + "/etc/systemd/system/livery.service.d/bundles-in-home.conf",
      "$ sudo systemctl daemon-reload", "$ sudo systemctl restart livery.service")
    check(
      "/tmp/aurora", .noDirectory,
      "error /tmp/aurora is out of the daemon's sight: livery.service has a /tmp of its own (PrivateTmp=yes)")
    check(
      "/srv/link", .noDirectory, target: "/tmp/aurora",
      "error /srv/link, which leads to /tmp/aurora, is out of the daemon's sight: livery.service has a /tmp of its own "
        + "(PrivateTmp=yes)")
    check(
      "/srv/link", .noDirectory, target: "/home/ada/aurora",
      "error /srv/link, which leads to /home/ada/aurora, is out of the daemon's sight: livery.service has ProtectHome=yes",
      "$ sudo install -D -m 644 /usr/share/doc/livery/examples/bundles-in-home.conf "
        + "/etc/systemd/system/livery.service.d/bundles-in-home.conf",
      "$ sudo systemctl daemon-reload", "$ sudo systemctl restart livery.service")
    check(
      "/srv/link", .read(directories: 1, files: 1, unreadable: [], unreadableCount: 0), target: "/srv/aurora",
      "ok /srv/link, 1 file in 1 directory")
    check(
      "/homestead/aurora", .read(directories: 1, files: 1, unreadable: [], unreadableCount: 0),
      "ok /homestead/aurora, 1 file in 1 directory")
  }

  @Test func mirrors() {
    var record = MirrorRecord(bucket: "kiosks")
    record.server = "2.10.27"
    record.highest = ReleaseNumber(9)
    record.left = ReleaseNumber(9)
    let sound = MirrorFacts(directory: "/srv/m", record, current: ReleaseNumber(9))
    check { $0.mirrors = [sound] }
    check(
      { $0.mirrors = [MirrorFacts(directory: "/srv/m", record, current: ReleaseNumber(7))] },
      "info mirror kiosks: /srv/m was rolled back from 9 to 7", "help: it moves on with a higher number")
    record.server = "2.9.10"
    check(
      { $0.mirrors = [MirrorFacts(directory: "/srv/m", record, current: ReleaseNumber(9))] },
      "warning mirror kiosks: the server is nats-server 2.9.10, which is for tests alone: use 2.10.27 or newer",
      "help: older versions of a cluster may lose what they have acknowledged")
  }

  @Test func aMirrorIsKnownByItsRecord() throws {
    let folder = try ScratchDirectory()
    let name = "00000000000000000007-0123456789ab"
    var record = MirrorRecord(bucket: "kiosks")
    record.releases = [try #require(ReleaseName(name))]
    try folder.write("m/.livery-mirror", String(decoding: record.text, as: UTF8.self))
    try folder.write("m/releases/\(name)/theme.json", "{}")
    try folder.link("m/current", to: "releases/\(name)")
    let facts = MirrorFacts(ofBundleAt: folder("m/current"))
    #expect(facts?.record == record)
    #expect(facts?.current == ReleaseNumber(7))
    #expect(MirrorFacts(ofBundleAt: folder("m")) == nil)
    try folder.write("m/.livery-mirror", "{")
    #expect(MirrorFacts(ofBundleAt: folder("m/current")) == nil)
  }

  @Test func theState() {
    check(
      { $0.state?.reach = .closed("Permission denied") },
      "error state: `livery` cannot keep anything in /var/lib/livery: Permission denied",
      "$ sudo chown -R livery: /var/lib/livery", "$ sudo chmod 700 /var/lib/livery")
    check(
      { $0.state?.reach = .readOnly(mount: "/var") },
      "error state: `livery` cannot keep anything in /var/lib/livery: the file system at /var is read-only",
      "help: see why (the kernel does it after errors of the disk), and make it writable",
      "$ sudo mount -o remount,rw /var")
    check(
      { $0.state?.isFull = true }, "error state: `livery` cannot keep anything in /var/lib/livery: the disk is full",
      "help: free some space", "$ df -h /var/lib/livery")
    check(
      { $0.state?.unreadable = ["aurora.generation.json", "consumers.json"] },
      "error state: `livery` may not read aurora.generation.json, consumers.json in /var/lib/livery",
      "$ sudo chown livery: /var/lib/livery/aurora.generation.json /var/lib/livery/consumers.json",
      "$ sudo chmod 600 /var/lib/livery/aurora.generation.json /var/lib/livery/consumers.json")
    // The daemon's user names the files, and root types the command.
    check(
      { $0.state?.unreadable = ["a; reboot'.json"] },
      "error state: `livery` may not read a; reboot'.json in /var/lib/livery",
      #"$ sudo chown livery: '/var/lib/livery/a; reboot'\''.json'"#,
      #"$ sudo chmod 600 '/var/lib/livery/a; reboot'\''.json'"#)
    check({ $0.state?.reach = .missing }, "info state: /var/lib/livery is made by the first daemon")
    check({ $0.state?.reach = .unknown }, "info state: /var/lib/livery is for root to see", "$ sudo livery doctor")
    check(
      { $0.state?.ownership = Ownership(user: "livery", group: "livery", mode: 0o777) },
      "error state: others may change the files in /var/lib/livery, livery:livery 0777",
      "$ sudo chmod 700 /var/lib/livery")
    check(
      { $0.state?.setAside = ["aurora.modifications.json.aside-1"] },
      "warning state: set aside, since it made no sense: aurora.modifications.json.aside-1",
      "help: look at it in /var/lib/livery, save the useful parts, and remove it")
  }

  @Test func theLimitsOnWatchingFiles() {
    func raise(_ name: String, _ value: Int) -> [String] {
      let file = "/etc/sysctl.d/60-livery-\(name.replacing("_", with: "-")).conf"
      return ["$ echo 'fs.inotify.\(name) = \(value)' | sudo tee \(file)", "$ sudo sysctl -p \(file)"]
    }
    let watches = raise("max_user_watches", 16_384)
    let more = raise("max_user_watches", 32_768)
    check(
      {
        $0.inotify.watches = 8192
        $0.inotify.watchesTaken = 8186
        $0.inotify.greatest = InotifyFacts.Taker(program: "code", count: 8000)
      },
      "error inotify: the bundles need 7 watches, and others of the same user have 8186; a user may have 8192 "
        + "(fs.inotify.max_user_watches)",
      "help: most of the others are those of `code`, 8000; directories without a watch are polled, which "
        + "is slower", more[0], more[1])
    check(
      {
        $0.inotify.watches = 8192
        $0.inotify.watchesTaken = 8000
      },
      "warning inotify: the bundles need 7 watches, and others of the same user have 8000; a user may have 8192 "
        + "(fs.inotify.max_user_watches)", watches[0], watches[1])
    let instances = raise("max_user_instances", 512)
    check(
      {
        $0.inotify.instancesTaken = 128
        $0.inotify.busiest = InotifyFacts.Taker(program: "code", count: 120)
      }, "warning inotify: all 128 watchers that a user may have are taken (fs.inotify.max_user_instances)",
      "help: most are those of `code`, 120",
      instances[0], instances[1])
    let queue = raise("max_queued_events", 16_384)
    check(
      { $0.inotify.queue = 512 },
      "warning inotify: the kernel's queue holds 512 changes, less than the usual 16384: large saves cost more work",
      queue[0], queue[1])
    check(
      { $0.inotify.watches = nil }, "warning inotify: the kernel does not say its limits: is /proc mounted?")
  }
}
