# SPDX-License-Identifier: GPL-2.0-or-later
"""Trust and rights: signatures, permissions of users, credentials, and certificates of clients."""
import os
import re

import checker
from credentials import Realm
from hostile import BUCKET, create, key
from processes import replace, save, serves
from servers import Authority, Servers, openssl


def signatures(place):
    """A mirror with --trust takes nothing that its keys have not signed."""
    for name in ["good", "other"]:
        openssl("genpkey", "-algorithm", "ed25519", "-out", place.path(name + ".pem"))
        os.chmod(place.path(name + ".pem"), 0o600)
        openssl("pkey", "-in", place.path(name + ".pem"), "-pubout", "-out", place.path(name + ".pub"))
    trust = ["--trust", place.path("good.pub")]
    once = ["mirror", "--once", *trust, place.path("s")]
    place.run("mirror", *once, code=1, says="not signed")
    save(place.path("theme"), "#515151")
    place.run("publisher", "publish", "--once", place.path("theme"), "--sign", place.path("other.pem"))
    place.run("mirror", *once, code=1, says="not signed by a key")
    save(place.path("theme"), "#525252")
    place.run("publisher", "publish", "--once", place.path("theme"), "--sign", place.path("good.pem"))
    signed = place.newest()
    place.run("mirror", *once, says=f"release {signed['number']}")
    # The same manifest under a new number is a replay.
    replay = create(place, lambda manifest: None)
    place.run("mirror", *once, code=1, says="not signed by a key")
    assert serves(place.path("s"), signed["number"]) and replay > signed["number"]
    place.run("publisher", "publish", "--once", place.path("theme"), "--sign", place.path("good.pub"), code=2, says="chmod")
    os.chmod(place.path("good.pub"), 0o600)
    place.run("publisher", "publish", "--once", place.path("theme"), "--sign", place.path("good.pub"), code=2,
              says="no private key")


def forbidden_acts(place):
    """Each role may do its own things, and no others."""
    stream, status = f"KV_{BUCKET}", f"KV_{BUCKET}_status"
    chunk, manifest = f"$KV.{BUCKET}.o.{'0' * 64}", f"$KV.{BUCKET}.{key(1 << 50)}"
    acts = {
        "read": f"$JS.API.STREAM.INFO.{stream}", "report": f"$KV.{BUCKET}_status.kiosk", "chunk": chunk, "manifest": manifest,
        "other key": f"$KV.{BUCKET}.x", "delete": f"$JS.API.STREAM.MSG.DELETE.{stream}",
        "purge": f"$JS.API.STREAM.PURGE.{stream}", "remove": f"$JS.API.STREAM.DELETE.{stream}",
        "update": f"$JS.API.STREAM.UPDATE.{stream}", "create": f"$JS.API.STREAM.CREATE.{stream}",
        "consumer": f"$JS.API.CONSUMER.CREATE.{stream}", "status": f"$JS.API.STREAM.INFO.{status}",
        "other bucket": "$JS.API.STREAM.INFO.KV_other", "list": "$JS.API.STREAM.LIST", "answer": "_INBOX.someone",
    }
    allowed = {
        "publisher": {"read", "chunk", "manifest", "delete"}, "mirror": {"read", "report"},
        "administrator": {"read", "status", "create"},
    }
    for role, names in allowed.items():
        found = set()
        for name, subject in acts.items():
            with place.servers.client(user=role, password=role) as client:
                # The number is far above all others, and the sequence is of no message.
                client.publish(subject, b'{"seq":4000000000}', f"{client.inbox}.a",
                               {"Nats-Expected-Last-Subject-Sequence": "9"})
                client.send(b"PING\r\n")
                while client.next() != "PONG":
                    pass
                if not client.errors:
                    found.add(name)
        assert found == names, f"{role}: {found ^ names}"


def credentials(place):
    """Files of credentials, with the permissions of each role."""
    realm = Realm(place.folder)
    servers = Servers(place.programs, "accounts", accounts=realm.configuration)
    options = ["--bucket", BUCKET, "--creds"]
    files = {}
    for role, body in place.rights.items():
        lists = [re.findall(r'"([^"]+)"', line) for line in body.splitlines() if "allow" in line]
        files[role] = realm.credentials(role, *lists)
    run, to, origin = place.programs.run, ["--to", servers.addresses], ["--from", servers.addresses]
    run("publish", "--create-bucket", *to, *options, files["administrator"])
    run("publish", "--once", place.path("theme"), *to, *options, files["mirror"], code=4, says="not permit")
    run("publish", "--once", place.path("theme"), *to, *options, files["publisher"], says="published")
    run("mirror", "--once", place.path("c"), *origin, *options, files["mirror"], says="is release")
    run("fleet", "status", *origin, *options, files["administrator"], says="NUMBER")
    run("fleet", "status", *origin, *options, files["mirror"], code=4, says="not permit")
    os.chmod(files["mirror"], 0o640)
    run("mirror", "--once", place.path("c"), *origin, *options, files["mirror"], code=2, says="chmod 600")
    servers.kill_all()


def certificates(place):
    """A server that asks its clients for certificates."""
    run, authority = place.programs.run, place.authority
    servers = Servers(place.programs, "verifying", authority=authority, tls="verify: true")
    certificate, key = authority.issue_client("kiosk")
    own = ["--tls-cert", certificate, "--tls-key", key]
    options = ["--bucket", BUCKET, "--tls-ca", authority.certificate]
    to, origin = ["--to", servers.addresses, *options], ["--from", servers.addresses, *options]
    once = ["mirror", "--once", place.path("verified"), *origin]
    run("publish", "--create-bucket", *to, *own)
    run("publish", "--once", place.path("theme"), *to, *own, says="published")
    run(*once, *own, says="is release")
    run("fleet", "status", *origin, *own, says="newest release")
    # No certificate, that of another authority, and that of a server.
    run(*once, code=4, says="asks for a certificate: --tls-cert")
    stranger = Authority(place.path("strangers")).issue_client("kiosk")
    run(*once, "--tls-cert", stranger[0], "--tls-key", stranger[1], code=4, says="does not accept the certificate")
    run(*once, "--tls-cert", authority.server, "--tls-key", authority.server_key, code=4, says="does not accept the certificate")
    # Files that do not fit.
    run(*once, "--tls-cert", certificate, code=2, says="belong together")
    run(*once, "--tls-cert", certificate, "--tls-key", stranger[1], code=2, says="key values mismatch")
    run(*once, "--tls-cert", place.path("none"), "--tls-key", key, code=2, says="No such file")
    run(*once, "--tls-cert", key, "--tls-key", key, code=2, says="no start line")
    os.chmod(key, 0o644)
    run(*once, *own, code=2, says="chmod 600")
    os.chmod(key, 0o600)
    # Nothing of it was an obstacle for the next one.
    run(*once, *own, says="is release")
    servers.kill_all()


def renewal(place):
    """The files of certificates are replaced while publisher and mirror run: the next connection uses them."""
    programs, theme, directory = place.programs, place.path("theme"), place.path("renewed")
    old = Authority(place.path("certificates"))
    certificate, key = old.issue_client("kiosk")
    servers = Servers(programs, "renewing", authority=old, tls="verify: true")
    options = ["--bucket", BUCKET, "--tls-ca", old.certificate, "--tls-cert", certificate, "--tls-key", key]
    programs.run("publish", "--create-bucket", "--to", servers.addresses, *options)
    source = programs.daemon(theme, name="renewing-source")
    running = {
        "publisher": programs.start("renewing-publisher", "publish", theme, "--to", servers.addresses, "--socket", source, *options),
        "mirror": programs.start("renewing-mirror", "mirror", directory, "--from", servers.addresses, *options)}
    programs.until(lambda: checker.current(directory), "first release", directory)
    first = checker.current(directory)["number"]
    # Nobody of the old authority is trusted any more. A certificate is half written when the server comes back.
    new = Authority(place.path("new-certificates"))
    new.issue_client("kiosk")
    for name in os.listdir(new.folder):
        os.replace(f"{new.folder}/{name}", f"{old.folder}/{name}")
    with open(certificate) as file:
        whole = file.read()
    replace(certificate, whole[:100])
    logs = {name: len(programs.log(f"renewing-{name}")) for name in running}
    servers.kill_all()
    servers.start(0)
    for name in running:
        programs.wait_for_log(f"renewing-{name}", "no server can be reached", logs[name])
    replace(certificate, whole)
    save(theme, "#616161")
    programs.until(lambda: checker.current(directory)["number"] > first, "a release after the renewal", directory)
    assert checker.fault(directory) is None
    for process in running.values():
        assert process.poll() is None
        process.kill()
        process.wait()
    servers.kill_all()


tests = [signatures, forbidden_acts, credentials, certificates, renewal]
