# SPDX-License-Identifier: GPL-2.0-or-later
"""Bundles and directories out of the ordinary: many files, large files, names that are not valid, links."""
import json
import os
import random
import shutil

import checker
from hostile import BUCKET
from processes import replace, save, serves, write_bundle
from servers import Servers


def many_files(place):
    """A bundle of many files is mirrored whole. A save sends one of them, and the piece of the list that names it."""
    count = 20_000 if place.everything else 1_000
    theme, directory = place.path("many"), place.path("many-mirror")
    write_bundle(theme)
    for number in range(count - 2):
        folder = f"{theme}/colors/{number // 1000}"
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/{number}.json", "w") as file:
            file.write('{ "color-%d": "#%06X" }' % (number, number))
    # A bucket has one bundle: this one has a server of its own.
    servers = Servers(place.programs, "of-many")
    servers.make_bucket(BUCKET)
    publish = ["publish", "--once", theme, "--to", servers.addresses, "--bucket", BUCKET]
    mirror = ["mirror", "--once", directory, "--from", servers.addresses, "--bucket", BUCKET]
    place.programs.run(*publish, says=f"{count} files")
    place.programs.run(*mirror, within=300)
    assert checker.fault(directory) is None and checker.current(directory)["files"] == count
    first = os.path.realpath(directory + "/current")
    save(theme, "#A1A2A3")
    place.programs.run(*publish, says=f"{count} files, 2 new chunks")
    place.programs.run(*mirror)
    assert checker.fault(directory) is None
    second = os.path.realpath(directory + "/current")
    assert first != second and os.path.samefile(first + "/colors/0/500.json", second + "/colors/0/500.json")
    servers.kill_all()
    shutil.rmtree(directory)


def large_files(place):
    """A file of many chunks is mirrored. One of 100 MB is refused by its name, whatever the manifest of the bundle allows."""
    theme = place.path("theme")
    letters = random.Random(1).randbytes(3 << 20).hex()
    with open(theme + "/colors/large.json", "w") as file:
        file.write("{} // " + letters)
    place.run("publisher", "publish", "--once", theme, says="published")
    place.run("mirror", "mirror", "--once", place.path("large"))
    assert checker.fault(place.path("large")) is None
    with open(place.path("large/current/colors/large.json")) as file:
        assert file.read() == "{} // " + letters
    before = place.newest()
    os.truncate(theme + "/colors/large.json", 100_000_000)
    place.run("publisher", "publish", "--once", theme, code=1, says="`colors/large.json` has more than 67108864 bytes")
    replace(theme + "/livery.json", json.dumps({"limits": {"fileSize": 200_000_000}}))
    place.run("publisher", "publish", "--once", "--allow-errors", theme, code=1, says="`colors/large.json` has 100000000 bytes")
    assert place.newest() == before
    os.remove(theme + "/colors/large.json")
    replace(theme + "/livery.json", "{}")


def names(place):
    """A file whose name other machines could not have keeps a bundle from being published, by name."""
    theme, programs = place.path("theme"), place.programs
    before = place.newest()["number"]
    other_case = theme + "/colors/Palette.json"
    for path, says in [(os.fsencode(theme) + b"/colors/\xff.json", "UTF-8"), (theme + "/colors/e\u0301.json", "NFC"),
                       (other_case, "case")]:
        with open(path, "w") as file:
            file.write("{}")
        place.run("publisher", "publish", "--once", theme, code=1, says=says)
        os.remove(path)
    # The same beside a running publisher, which goes on when the file is gone.
    source = programs.daemon(theme, name="names")
    publisher = place.start("names-publisher", "publisher", "publish", theme, "--socket", source)
    programs.wait_for_log("names-publisher", "connected")
    for path, says in [(os.fsencode(theme) + b"/colors/\xff.json", "is not UTF-8"), (other_case, "differ in case")]:
        with open(path, "w") as file:
            file.write("{}")
        programs.wait_for_log("names-publisher", says)
        os.remove(path)
    save(theme, "#B1B2B3")
    number = place.wait_for_manifest(above=before)
    place.run("mirror", "mirror", "--once", place.path("m"))
    assert checker.current(place.path("m"))["number"] >= number
    publisher.kill()
    publisher.wait()


def links(place):
    """A link in place of the directory leads to it. A link inside of it is never followed."""
    real, link = place.path("real"), place.path("link")
    os.mkdir(real)
    os.symlink(real, link)
    place.run("mirror", "mirror", "--once", link)
    assert checker.fault(real) is None and os.path.islink(link)
    os.symlink(place.path("nowhere"), place.path("dangling"))
    place.run("mirror", "mirror", "--once", place.path("dangling"), code=2, says="No such file")
    os.symlink(place.path("theme"), place.path("wrong"))
    place.run("mirror", "mirror", "--once", place.path("wrong"), code=2, says="neither empty")
    # Others replaced its content.
    target = place.path("elsewhere")
    os.mkdir(target)
    for name in ["releases", "current"]:
        os.rename(f"{real}/{name}", f"{real}-{name}")
        os.symlink(target, f"{real}/{name}")
        save(place.path("theme"), "#C1C2C3")
        place.run("publisher", "publish", "--once", place.path("theme"))
        place.run("mirror", "mirror", "--once", real, code=2, says={"releases": "not a directory", "current": "not a link"}[name])
        assert os.listdir(target) == []
        os.remove(f"{real}/{name}")
        os.rename(f"{real}-{name}", f"{real}/{name}")
    place.run("mirror", "mirror", "--once", link)
    assert checker.fault(real) is None and serves(real, place.newest()["number"])


tests = [large_files, names, links, many_files]
