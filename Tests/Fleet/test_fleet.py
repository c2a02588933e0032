# SPDX-License-Identifier: GPL-2.0-or-later
"""Publisher, mirrors and status with a real nats-server.

Usage: test_fleet.py PROGRAMS [--faults all]. PROGRAMS is the folder of the built programs.
"""
import json
import os
import shutil
import sys
import tempfile
import time

import bundles
import checker
import cluster
import hostile
import trust
from processes import Programs, color, replace, save, serves, write_bundle
from servers import Authority, Servers, permissions, user_key

BUCKET = "kiosks"


class Place:
    """One server, its users, and the programs."""

    def __init__(self, programs, everything):
        self.programs, self.folder, self.everything = programs, programs.folder, everything
        self.authority = Authority(self.folder)
        printed = self.programs.run("publish", "--print-permissions", "--bucket", BUCKET)
        self.rights = permissions(printed)
        users = ""
        for role, body in self.rights.items():
            public = user_key(f"{self.folder}/{role}.nk")
            users += f"  {{ nkey: {public}, permissions: {body} }}\n"
            users += f"  {{ user: {role}, password: {role}, permissions: {body} }}\n"
        self.servers = Servers(programs, "servers", authority=self.authority, users=users)
        self.root = self.servers.client()
        self.run("administrator", "publish", "--create-bucket", says="is there")

    def options(self, role, command):
        servers = "--to" if command == "publish" else "--from"
        return [servers, self.servers.addresses, "--bucket", BUCKET, "--nkey", f"{self.folder}/{role}.nk",
                "--tls-ca", self.authority.certificate]

    def run(self, role, command, *words, **options):
        return self.programs.run(command, *words, *self.options(role, command), **options)

    def start(self, log, role, command, *words):
        return self.programs.start(log, command, *words, *self.options(role, command))

    def path(self, name):
        return f"{self.folder}/{name}"

    def newest(self):
        return self.root.manifest(BUCKET)

    def wait_for_manifest(self, above):
        """Waits until a manifest above a number is stored. Returns its number."""
        with self.servers.client() as client:
            client.watch(BUCKET, "m.*")
            while True:
                number = int(client.next_message()[0].rsplit(".", 1)[1])
                if number > above:
                    return number


def once(place):
    """A directory is published and taken over, without a daemon."""
    write_bundle(place.path("theme"))
    place.run("mirror", "mirror", "--once", place.path("m"), code=1, says="no release yet")
    place.run("publisher", "publish", "--once", "--dry-run", place.path("theme"), says="colors/palette.json")
    assert place.newest() is None
    place.run("publisher", "publish", "--once", place.path("theme"), says="published")
    first = place.newest()
    assert first["files"] == 2 and first["previous"] == 0 and first["bundle"] == "theme"
    assert first["digest"] == place.programs.digest(place.path("theme"))
    place.run("publisher", "publish", "--once", place.path("theme"), says="has these files")
    place.run("mirror", "mirror", "--once", place.path("m"), says=f"release {first['number']}")
    assert checker.fault(place.path("m")) is None
    assert place.programs.digest(place.path("m/current")) == first["digest"]
    # An error is not published.
    with open(place.path("theme/colors/palette.json"), "w") as file:
        file.write('{ "ink": ')
    place.run("publisher", "publish", "--once", place.path("theme"), code=1, says="an error")
    assert place.newest() == first
    save(place.path("theme"), "#202020")
    place.run("publisher", "publish", "--once", place.path("theme"))
    second = place.newest()
    assert second["number"] == first["number"] + 1 and second["previous"] == first["number"]
    place.run("publisher", "publish", "--rollback", str(first["number"]), says="published")
    third = place.newest()
    assert third["list"] == first["list"] and third["number"] == second["number"] + 1
    place.run("mirror", "mirror", "--once", place.path("m"))
    assert serves(place.path("m"), third["number"])


def wrong_inputs(place):
    """Each mistake has a message with the way out."""
    run, programs = place.run, place.programs
    servers, ca = place.servers.addresses, place.authority.certificate
    for words, code, says in [
        (["publish", "theme", "--bucket", BUCKET], 2, "--to"),
        (["publish", "--to", servers, "--bucket", BUCKET], 2, "name the bundle"),
        (["publish", "theme", "--to", "localhost", "--bucket", BUCKET], 2, "nats://"),
        (["publish", "theme", "--to", "nats://a:b@host", "--bucket", BUCKET], 2, "--creds"),
        (["publish", "theme", "--to", "nats://example.org", "--bucket", BUCKET], 2, "--insecure"),
        (["publish", "theme", "--to", servers, "--bucket", "a.b"], 2, "letters, digits"),
        (["publish", "--create-bucket", "--to", servers, "--bucket", BUCKET, "--replicas", "2"], 2, "1, 3 or 5"),
        (["mirror", "--from", servers, "--bucket", BUCKET], 2, "name the directory"),
        (["mirror", "--once", "--from", "nats://localhost:1", "--bucket", BUCKET, place.path("x")], 4, "no server"),
        (["mirror", "--from", servers, "--bucket", BUCKET, "--name", "a b", place.path("x")], 2, "letters, digits"),
        (["mirror", place.path("m"), "--rollback", "5"], 2, "there are:"),
        (["mirror", place.path("home"), "--rollback", "5"], 2, "not the directory of a mirror"),
        (["fleet", "stat"], 2, "status"),
    ]:
        programs.run(*words, code=code, says=says)
    # Not this authority, and no key at all.
    once = ["mirror", "--once", "--from", servers, "--bucket", BUCKET, place.path("x")]
    programs.run(*once, code=4, says="no server can be reached")
    programs.run(*once, "--tls-ca", ca, code=4, says="no server can be reached")
    # A certificate of this authority for a different name.
    other = Authority(place.path("other-ca"), "other.example")
    impostor = Servers(programs, "impostor", authority=other)
    programs.run("mirror", "--once", "--from", impostor.addresses, "--bucket", BUCKET, place.path("x"), "--tls-ca",
                 other.certificate, code=4, says="hostname mismatch")
    key = place.path("open.nk")
    shutil.copy(place.path("mirror.nk"), key)
    os.chmod(key, 0o644)
    programs.run(*once, "--tls-ca", ca, "--nkey", key, code=2, says="chmod 600")
    programs.run(*once, "--tls-ca", ca, "--nkey", place.path("none"), code=2, says="No such file")
    # A directory of an unknown program, a second bucket, two mirrors at once.
    run("mirror", "mirror", "--once", place.path("home/.."), code=2, says="neither empty")
    programs.run("mirror", "--once", "--from", servers, "--bucket", "other", "--tls-ca", ca, "--nkey",
                 place.path("mirror.nk"), place.path("m"), code=2, says="not of `other`")
    process = place.start("lock", "mirror", "mirror", place.path("m"))
    programs.wait_for_log("lock", "connected")
    run("mirror", "mirror", "--once", place.path("m"), code=2, says="another mirror")
    process.kill()
    process.wait()
    # A misspelt bucket can be corrected, and an unserved bundle is named.
    typo = ["mirror", "--once", "--from", servers, "--tls-ca", ca, "--nkey", place.path("mirror.nk"), place.path("typo")]
    programs.run(*typo, "--bucket", "kioskz", code=4)
    programs.run(*typo, "--bucket", BUCKET, says="release")
    programs.run(*typo[:-1], place.path("no/such"), "--bucket", BUCKET, code=2, says="its parent")
    daemon = programs.daemon(place.path("theme"), name="wrong")
    run("publisher", "publish", "them", "--socket", daemon, code=3, says="it serves theme")
    programs.run("publish", "theme", "--socket", daemon, "--to", servers, "--tls-ca", ca, "--bucket", "kioskz", "--nkey",
                 place.path("administrator.nk"), code=4)
    # The configuration file.
    with open(os.open(place.path("c.json"), os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        json.dump({"from": servers, "bucket": BUCKET, "tls-ca": ca, "nkey": place.path("mirror.nk"),
                   "operand": place.path("m"), "once": True}, file)
    programs.run("mirror", "--config", place.path("c.json"), says="release")
    for text, says in [
        ('{ "bukket": 1 }', "no option `bukket`"),
        ('{ "bucket": {} }', "the value of `bucket` must be a text"),
        ('{ "trust": ["a", 1] }', "the value of `trust` must be a text"),
        ('{ "operand": {} }', "the value of `operand` must be a text"),
        ('{ "insecure": "true" }', "the value of `insecure` must be true or false"),
    ]:
        with open(place.path("c.json"), "w") as file:
            file.write(text)
        programs.run("mirror", "--config", place.path("c.json"), code=2, says=says)
    os.chmod(place.path("c.json"), 0o644)
    programs.run("mirror", "--config", place.path("c.json"), code=2, says="others may read the settings")


def follow(place):
    """A save of a daemon's bundle is one generation of the daemon behind a mirror, and no consumer is ever empty."""
    programs = place.programs
    place.run("mirror", "mirror", "--once", place.path("m"))
    source = programs.daemon(place.path("theme"), name="source")
    target = programs.daemon(place.path("m/current"), name="target")
    publisher = place.start("publisher", "publisher", "publish", place.path("theme"), "--socket", source)
    mirror = place.start("mirror", "mirror", "mirror", place.path("m"), "--socket", target, "--name", "shop.kiosk-1")
    programs.until(lambda: "has these files" in programs.log("publisher") or "published" in programs.log("publisher"),
                   "publication")
    programs.wait_for_release(place.path("m"), place.newest()["number"])
    programs.run("sync", "--socket", target)
    follower = programs.start("follower", "subscribe", "current", "--socket", target)
    programs.wait_for_log("follower", '"snapshot"')
    with checker.Checker([place.path("m")]):
        count = 20
        for number in range(1, count + 1):
            save(place.path("theme"), color(number))
            programs.until(lambda: f'"{color(number)}"'.lower() in programs.log("follower").lower(), f"save {number}")
        # A comment changes no value, and travels as well.
        before = place.newest()["number"]
        replace(place.path("theme/livery.json"), "{}\n// nothing\n")
        number = place.wait_for_manifest(above=before)
        programs.wait_for_release(place.path("m"), number)
        events = [json.loads(line) for line in programs.log("follower").splitlines()]
        deltas = [event["delta"] for event in events if event["event"] == "delta"]
        assert len(deltas) == count, f"{len(deltas)} generations for {count} saves"
        assert all(operation["op"] == "replace" for delta in deltas for operation in delta["patch"]), deltas
        assert all(not event.get("held") for event in events)
        assert place.newest()["digest"] == programs.digest(place.path("m/current"))
    # Unsaved and wrong texts stay here.
    replace(place.path("theme/colors/palette.json"), "{")
    programs.wait_for_log("publisher", "is not published")
    save(place.path("theme"), "#ABCDEF")
    number = place.wait_for_manifest(above=number)
    programs.wait_for_release(place.path("m"), number)
    wait_for_report(place, "shop.kiosk-1")
    # A roll-back holds over restarts, until a higher number comes.
    mirror.kill()
    mirror.wait()
    old = sorted(name for name in os.listdir(place.path("m/releases")) if not name.endswith(".json"))[-2]
    programs.run("mirror", place.path("m"), "--rollback", old, says="is release")
    log = len(programs.log("mirror"))
    mirror = place.start("mirror", "mirror", "mirror", place.path("m"), "--socket", target)
    programs.wait_for_log("mirror", "connected", log)
    assert serves(place.path("m"), int(old[:20]))
    save(place.path("theme"), "#FEDCBA")
    programs.wait_for_release(place.path("m"), place.wait_for_manifest(above=number))
    for process in [publisher, mirror, follower]:
        process.terminate()
        process.wait()


def wait_for_report(place, name):
    """Waits until the table shows that a mirror serves the newest release, with equal digests."""
    with place.servers.client() as client:
        client.watch(BUCKET + "_status", name)
        while True:
            client.next_message()
            document = json.loads(place.run("administrator", "fleet", "status", "--format", "json"))
            row = [row for row in document["mirrors"] if row["name"] == name][0]
            if row["number"] == document["newest"] and row["digestEqual"]:
                assert row["behind"] == 0 and row["problems"] == [], row
                return


def main():
    built = os.path.abspath(sys.argv[1])
    everything = sys.argv[2:] == ["--faults", "all"]
    began = time.monotonic()

    def tell(name):
        print(f"{time.monotonic() - began:6.1f} s  {name}", flush=True)

    def run(test):
        with tempfile.TemporaryDirectory(prefix="livery-fleet.") as folder, Programs(built, folder) as programs:
            try:
                test(programs)
            except BaseException:
                for name in sorted(os.listdir(folder)):
                    if name.endswith(".log"):
                        print(f"== {name}\n{programs.log(name[:-4])[-3000:]}", file=sys.stderr)
                raise

    def one_server(programs):
        place = Place(programs, everything)
        for test in [once, wrong_inputs, follow, *hostile.tests, *trust.tests, *bundles.tests]:
            test(place)
            tell(test.__name__)

    def three_servers(programs):
        cluster.run(programs, everything)
        tell("cluster")

    run(one_server)
    run(three_servers)


if __name__ == "__main__":
    main()
