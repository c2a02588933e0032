# SPDX-License-Identifier: GPL-2.0-or-later
"""What is put into a bucket by others or taken out of it, and what machines do: full disks, wrong clocks."""
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import time

import checker
from events import end_of
from processes import color, replace, save, serves, write_bundle
from servers import Servers

BUCKET = "kiosks"
EXPECT_NEW = {"Nats-Expected-Last-Subject-Sequence": "0"}


def key(number):
    return f"m.{number:020d}"


def listed(place, entries):
    """Puts a list of files. Returns the names of its chunks."""
    text = json.dumps(entries).encode()
    name = hashlib.sha256(text).hexdigest()
    place.root.put(BUCKET, "o." + name, text)
    return [name]


def create(place, change):
    """Creates a manifest one above the newest. Returns its number."""
    manifest = place.newest()
    manifest["number"] += 1
    number = manifest["number"]
    data = change(manifest)
    place.root.put(BUCKET, key(number), json.dumps(manifest).encode() if data is None else data, EXPECT_NEW)
    return number


def publish(place, number):
    """The publisher publishes another state, on top of everything that is there."""
    save(place.path("theme"), color(number))
    place.run("publisher", "publish", "--once", place.path("theme"))
    return place.newest()["number"]


def is_by_clock(number, before, since):
    """Whether a number is that of the clock since a time in seconds, and not the one above an earlier one."""
    return number > before + 1 and number >= int(since) * 1_000_000


def manifests(place):
    """Manifests that are refused do not end a mirror, and leave the last good release."""
    good = publish(place, 0x777777)
    mirror = place.start("hostile", "mirror", "mirror", place.path("h"), "--name", "hostile")
    place.programs.wait_for_release(place.path("h"), good)
    empty = hashlib.sha256(b"").hexdigest()

    def path(text):
        def change(manifest):
            manifest["list"] = listed(place, [{"path": text, "size": 0, "sha256": empty, "chunks": []}])
            manifest["files"], manifest["bytes"] = 1, 0
        return change

    def member(name, value):
        def change(manifest):
            manifest[name] = value
        return change

    def lying_chunk(manifest):
        chunk = hashlib.sha256(b"good").hexdigest()
        place.root.put(BUCKET, "o." + chunk, b"evil")
        manifest["list"] = listed(place, [{"path": "a", "size": 4, "sha256": chunk, "chunks": [chunk]}])
        manifest["files"], manifest["bytes"] = 1, 4

    def other_digest(manifest):
        chunk = hashlib.sha256(b"good").hexdigest()
        place.root.put(BUCKET, "o." + chunk, b"good")
        manifest["list"] = listed(place, [{"path": "a", "size": 4, "sha256": "0" * 64, "chunks": [chunk]}])
        manifest["files"], manifest["bytes"] = 1, 4

    def many_directories(manifest):
        paths = sorted(f"{number}{'/d' * 509}/f" for number in range(200))
        manifest["list"] = listed(place, [{"path": path, "size": 0, "sha256": empty, "chunks": []} for path in paths])
        manifest["files"], manifest["bytes"] = len(paths), 0

    def no_files(manifest):
        manifest["list"] = listed(place, [])
        manifest["files"], manifest["bytes"] = 0, 0

    cases = [
        (lambda manifest: b"", "not a JSON object"), (lambda manifest: b"\0" * 100, "not a JSON object"),
        (lambda manifest: b"[" * 4000, "not a JSON object"), (lambda manifest: b"x" * 100_000, "100000 bytes"),
        (member("format", 2), "a newer livery-fleet is needed"), (member("bundle", "other"), "of the bundle `other`"),
        (member("files", 100_001), "100001 files"), (member("bytes", 1 << 40), "bytes"),
        (member("number", 1), "differs from its key"), (member("list", ["../x"]), "no valid `list`"),
        (member("list", []), "no valid `list`"), (member("files", 1), "its list has"),
        (path("../escaped"), "begins with a dot"), (path("/tmp/escaped"), "slash"), (path("a//b"), "slash"),
        (path(".livery-mirror"), "begins with a dot"), (path("a\\b"), "backslash"), (path("a\nb"), "control"),
        (path("e\u0301"), "NFC"), (path("x" * 300), "300 bytes"), (other_digest, "are not the file"),
        (no_files, "is empty"), (many_directories, "more than 10000 directories"),
    ]
    with checker.Checker([place.path("h")]):
        for change, says in cases:
            log = len(place.programs.log("hostile"))
            create(place, change)
            place.programs.wait_for_log("hostile", says, log)
            assert serves(place.path("h"), good)
            # An unreadable manifest names no publisher: the test puts the good one back above it.
            newest = max(place.root.manifests(BUCKET))
            place.root.remove(BUCKET, newest)
            manifest = json.loads(place.root.get(BUCKET, key(good)))
            manifest["number"] = good = int(newest[2:]) + 1
            place.root.put(BUCKET, key(good), json.dumps(manifest).encode(), EXPECT_NEW)
            place.programs.wait_for_release(place.path("h"), good)
        # A chunk with other bytes is tried again until it is right.
        log = len(place.programs.log("hostile"))
        number = create(place, lying_chunk)
        place.programs.wait_for_log("hostile", "corrupt", log)
        assert serves(place.path("h"), good)
        place.root.put(BUCKET, "o." + hashlib.sha256(b"good").hexdigest(), b"good")
        place.programs.wait_for_release(place.path("h"), number)
        assert not os.path.exists("/tmp/escaped") and not os.path.exists(place.path("escaped"))
        # A missing chunk, which the next publication puts again.
        chunk = checker.current(place.path("h"))["list"][0]
        place.root.remove(BUCKET, "o." + chunk)
        place.run("mirror", "mirror", "--once", place.path("fresh"), code=4, says="missing")
        newest = publish(place, 0x888888)
        place.programs.wait_for_release(place.path("h"), newest)
    mirror.kill()
    mirror.wait()


def two_publishers(place):
    """A bucket has one publisher. Of two that start at once, one loses."""
    place.run("publisher", "publish", "--once", place.path("theme"))
    other = ["--state-dir", place.path("other-state")]
    save(place.path("theme"), "#616161")
    mine = place.newest()["publisher"]
    place.run("publisher", "publish", "--once", place.path("theme"), *other, code=1, says=mine)
    source = place.programs.daemon(place.path("theme"), name="first")
    first = place.start("first-publisher", "publisher", "publish", place.path("theme"), "--socket", source)
    place.programs.wait_for_log("first-publisher", "published")
    save(place.path("theme"), "#626262")
    place.run("publisher", "publish", "--once", place.path("theme"), *other, "--take-over")
    place.programs.wait_for_end(first, 1)
    theirs = place.newest()["publisher"]
    assert theirs != mine and theirs in place.programs.log("first-publisher")
    place.run("publisher", "publish", "--once", place.path("theme"), code=1, says=theirs)
    save(place.path("theme"), "#636363")
    before = place.newest()["number"]
    races = [place.start(f"race{index}", "publisher", "publish", "--once", place.path("theme"), "--take-over",
                         "--state-dir", place.path(f"race{index}")) for index in range(4)]
    codes = {end_of(process) for process in races}
    # Each number has one publisher, and every reported publication exists.
    won = {int(place.programs.log(f"race{index}").split()[1].rstrip(":")): index for index in range(4)
           if races[index].returncode == 0}
    numbers = [int(name[2:]) for name in place.root.manifests(BUCKET) if int(name[2:]) > before]
    assert sorted(won) == numbers and codes <= {0, 1}, (won, numbers, codes)
    place.run("publisher", "publish", "--once", place.path("theme"), "--take-over")


def one_publisher(place):
    """Several processes of one publisher: each one takes over the numbers of the others."""
    first = publish(place, 0x686868)
    source = place.programs.daemon(place.path("theme"), name="one-source")
    running = place.start("one", "publisher", "publish", place.path("theme"), "--socket", source)
    place.programs.wait_for_log("one", "has these files")
    save(place.path("theme"), "#696969")
    place.programs.wait_for_log("one", f"published {first + 1}")
    place.run("publisher", "publish", "--rollback", str(first), says=f"published {first + 2}")
    save(place.path("theme"), "#6A6A6A")
    place.programs.wait_for_log("one", f"published {first + 3}")
    # A second bundle would stop all mirrors.
    write_bundle(place.path("second"))
    other = ["publish", "--once", place.path("second")]
    place.run("publisher", *other, code=1, says="the bucket has the bundle `theme`")
    assert place.newest()["number"] == first + 3
    place.run("publisher", *other, "--take-over", says=f"published {first + 4}")
    place.programs.wait_for_end(running, 1)
    assert "the bucket has the bundle `second`" in place.programs.log("one")
    place.run("publisher", "publish", "--rollback", str(first + 3), "--take-over", says=f"published {first + 5}")
    # Of all at once, none fails because another one was faster. Their state directory is new: they make its identity.
    racing = []
    for index in range(8):
        write_bundle(place.path(f"one{index}/theme"), color(index))
        racing.append(place.start(f"one{index}", "publisher", "publish", "--once", place.path(f"one{index}/theme"),
                                  "--take-over", "--state-dir", place.path("one-state")))
    for process in racing:
        place.programs.wait_for_end(process, 0)
    assert place.newest()["number"] == first + 13
    names = place.root.manifests(BUCKET)[-8:]
    publishers = {json.loads(place.root.get(BUCKET, name))["publisher"] for name in names}
    assert len(publishers) == 1, publishers
    assert sorted(os.listdir(place.path("one-state"))) == [BUCKET + ".json", "publisher"]
    place.run("publisher", "publish", "--once", place.path("theme"), "--take-over")


def blocking_manifests(place):
    """A manifest that no other one can follow stops publishers, until one takes over."""
    good, top = publish(place, 0x646464), (1 << 53) - 1
    once = ["publish", "--once", place.path("theme")]
    mirror = place.start("blocked", "mirror", "mirror", place.path("h"))
    place.programs.wait_for_release(place.path("h"), good)
    source = place.programs.daemon(place.path("theme"), name="blocked-source")
    running = place.start("blocked-publisher", "publisher", "publish", place.path("theme"), "--socket", source)
    place.programs.wait_for_log("blocked-publisher", "has these files")
    place.root.put(BUCKET, key(top), b"{}")
    place.programs.wait_for_log("blocked-publisher", "--take-over removes")
    place.programs.wait_for_log("blocked", "has no `format`")
    running.kill()
    running.wait()
    save(place.path("theme"), "#656565")
    place.run("publisher", *once, code=4, says="--take-over removes")
    place.run("publisher", *once, "--dry-run", "--take-over", says=f"would remove the manifest {top}: ")
    place.run("publisher", *once, "--take-over", says=f"removed the manifest {top}: ")
    number = place.newest()["number"]
    assert number == good + 1
    # The mirror does not wait for its next look.
    place.programs.wait_for_release(place.path("h"), number)
    mirror.kill()
    mirror.wait()
    # A valid one of the largest number.
    manifest = place.newest()
    manifest["number"] = top
    place.root.put(BUCKET, key(top), json.dumps(manifest).encode())
    place.run("publisher", *once, says=f"as {top}")
    save(place.path("theme"), "#666666")
    place.run("publisher", *once, code=4, says="no number is left")
    place.run("publisher", *once, "--take-over", says=f"removed the manifest {top}: ")
    assert place.newest()["number"] == number + 1
    publish(place, 0x676767)
    assert place.newest()["number"] == number + 2


def full_disk(place):
    """A file system that is full keeps the last release, and the next attempt is made when there is room."""
    directory = place.path("small")
    os.makedirs(directory)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", directory], check=True)
    try:
        newest = publish(place, 0x919191)
        mirror = place.start("small", "mirror", "mirror", directory + "/m")
        place.programs.wait_for_release(directory + "/m", newest)
        filler = os.open(directory + "/filler", os.O_WRONLY | os.O_CREAT)
        try:
            while os.write(filler, b"x" * 4096):
                pass
        except OSError:
            os.close(filler)
        later = publish(place, 0x929292)
        place.programs.until(lambda: "No space left" in place.programs.log("small") or "half of" in place.programs.log("small"),
                             "full disk")
        assert serves(directory + "/m", newest) and checker.fault(directory + "/m") is None
        # A start on the full disk waits as well.
        mirror.kill()
        mirror.wait()
        log = len(place.programs.log("small"))
        mirror = place.start("small", "mirror", "mirror", directory + "/m")
        place.programs.until(lambda: any(words in place.programs.log("small", log) for words in ["No space left", "half of"]),
                             "start on a full disk")
        assert mirror.poll() is None and serves(directory + "/m", newest)
        os.remove(directory + "/filler")
        place.programs.wait_for_release(directory + "/m", later)
        assert checker.fault(directory + "/m") is None
        mirror.kill()
        mirror.wait()
    finally:
        subprocess.run(["umount", "-l", directory], check=False)


def current_release(place):
    """The current release stays when it is asked for again. One whose list or files are lost is fetched again."""
    directory, newest = place.path("current"), publish(place, 0x939393)
    once = ["mirror", "--once", directory]
    place.run("mirror", *once, says=f"release {newest}")
    manifest = checker.current(directory)
    folder = os.path.realpath(directory + "/current")
    chunk = "o." + manifest["list"][0]
    text = place.root.get(BUCKET, chunk)
    # Nothing is fetched.
    place.root.remove(BUCKET, chunk)
    place.run("mirror", *once, "--accept", str(newest), says=f"release {newest}")
    assert checker.fault(directory) is None and serves(directory, newest)
    # What is lost cannot be fetched now. The mirror starts, and the link stays.
    os.remove(folder + ".json")
    place.run("mirror", *once, code=4, says="missing")
    assert os.path.exists(directory + "/current/colors/palette.json")
    mirror = place.start("lost", "mirror", "mirror", directory)
    place.programs.wait_for_log("lost", "missing")
    place.root.put(BUCKET, chunk, text)
    place.programs.wait_for_release(directory, newest)
    mirror.kill()
    mirror.wait()
    assert checker.fault(directory) is None
    shutil.rmtree(folder)
    place.run("mirror", *once, says=f"release {newest}")
    assert checker.fault(directory) is None and serves(directory, newest)


def old_content(place):
    """The last 32 manifests stay, with everything that they name; what is young stays too."""
    place.root.put(BUCKET, "o." + hashlib.sha256(b"stray").hexdigest(), b"stray")
    for number in range(34):
        newest = publish(place, 0x300000 + number)
    numbers = [int(name[2:]) for name in place.root.manifests(BUCKET)]
    assert len(numbers) == 32 and numbers[-1] == newest, numbers
    chunks = set(place.root.keys(BUCKET, "o.*"))
    for name in place.root.manifests(BUCKET):
        manifest = json.loads(place.root.get(BUCKET, name))
        entries = json.loads(b"".join(place.root.get(BUCKET, "o." + chunk) for chunk in manifest["list"]))
        named = {"o." + chunk for entry in entries for chunk in entry["chunks"]}
        assert named <= chunks, named - chunks
    assert "o." + hashlib.sha256(b"stray").hexdigest() in chunks
    # The oldest of them can be published again.
    place.run("publisher", "publish", "--rollback", str(numbers[0]), says="published")
    place.run("publisher", "publish", "--rollback", "7", code=2, says="has no manifest 7")
    place.run("mirror", "mirror", "--once", place.path("m"))
    assert serves(place.path("m"), newest + 1)


def unknown_creation(place):
    """The number of a manifest whose creation failed is not used again: the server may have created it all the same."""
    before = publish(place, 0x949494)
    stream = f"KV_{BUCKET}"
    found = place.root.api(f"STREAM.INFO.{stream}")
    # There is room for the file and the list of files, and then none for the manifest.
    full = found["config"] | {"max_msgs": found["state"]["messages"] + 2}
    place.root.api(f"STREAM.UPDATE.{stream}", full)
    save(place.path("theme"), "#959595")
    once = ["publish", "--once", place.path("theme")]
    place.run("publisher", *once, code=4, says="maximum messages exceeded")
    assert place.newest()["number"] == before
    place.root.api(f"STREAM.UPDATE.{stream}", found["config"])
    since = time.time()
    place.run("publisher", *once, says="published")
    assert is_by_clock(place.newest()["number"], before, since)


def locked_state(place):
    """Of two processes of one publisher, the second waits, and does not use the number that the first one has recorded."""
    before, since = publish(place, 0x969696), time.time()
    state = place.path("home/.local/state/livery/fleet")
    lock = os.open(state, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    save(place.path("theme"), "#979797")
    with place.servers.client() as client:
        client.subscribe(f"$KV.{BUCKET}.o.*")
        second = place.start("second", "publisher", "publish", "--once", place.path("theme"))
        # It has put its chunks.
        client.next_message()
    replace(f"{state}/{BUCKET}.json", json.dumps({"seen": before + 1}))
    os.close(lock)
    place.programs.wait_for_end(second, 0)
    # The first process may have created its manifest.
    assert is_by_clock(place.newest()["number"], before, since)


def wrong_clock(place):
    """A clock of 1970 leads to numbers that are above the ones before."""
    source, library = place.path("clock.c"), place.path("clock.so")
    with open(source, "w") as file:
        file.write("#include <time.h>\ntime_t time(time_t *t) { if (t) *t = 7; return 7; }\n")
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, source], check=True)
    wrong = {"LD_PRELOAD": library}
    # Without TLS: by this clock, certificates are not valid yet.
    servers = Servers(place.programs, "plain")
    options = ["--bucket", BUCKET]
    publication = ["publish", "--once", place.path("theme"), "--to", servers.addresses, *options]
    root = servers.client()
    place.programs.run("publish", "--create-bucket", "--to", servers.addresses, *options)
    place.programs.run(*publication, environment=wrong, says="published")
    numbers = [root.manifest(BUCKET)["number"]]
    # The state of this publisher knows the numbers of the other server: this one was set back.
    assert numbers[0] > 1_000_000_000_000_000
    save(place.path("theme"), "#717171")
    place.programs.run(*publication, environment=wrong, says="published")
    numbers.append(root.manifest(BUCKET)["number"])
    for name in root.manifests(BUCKET):
        root.remove(BUCKET, name)
    place.programs.run(*publication, environment=wrong, says="published")
    numbers.append(root.manifest(BUCKET)["number"])
    assert numbers == sorted(set(numbers)), numbers
    directory = place.path("clock")
    place.programs.run("mirror", "--once", directory, "--from", servers.addresses, *options, environment=wrong)
    assert serves(directory, numbers[-1])
    # A bucket that was set back, for mirrors that have served higher numbers.
    lower = root.manifest(BUCKET)
    root.remove(BUCKET, key(numbers[-1]))
    lower["number"] = 41
    root.put(BUCKET, key(41), json.dumps(lower).encode())
    once = ["mirror", "--once", directory, "--from", servers.addresses, *options]
    place.programs.run(*once, code=1, says="has 41 at most")
    assert serves(directory, numbers[-1])
    place.programs.run(*once, "--accept", "41", says="release 41")
    assert serves(directory, 41)
    place.programs.run(*once, says="release 41")
    servers.kill_all()


def lost_reports(place):
    """Without the bucket of reports, which is in the memory of one server, the newest release is shown."""
    newest = place.newest()["number"]
    place.root.api(f"STREAM.DELETE.KV_{BUCKET}_status")
    place.run("administrator", "fleet", "status", says=f"newest release: {newest}")
    place.run("administrator", "fleet", "status", says="--create-bucket")
    document = json.loads(place.run("administrator", "fleet", "status", "--format", "json"))
    assert document == {"newest": newest, "mirrors": []}
    place.run("administrator", "publish", "--create-bucket", says="is there")
    place.run("mirror", "mirror", "--once", place.path("reporting"), "--name", "reporting")
    place.run("administrator", "fleet", "status", says="reporting")


tests = [manifests, two_publishers, one_publisher, blocking_manifests, full_disk, current_release, old_content, unknown_creation,
         locked_state, wrong_clock, lost_reports]
