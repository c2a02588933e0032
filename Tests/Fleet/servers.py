# SPDX-License-Identifier: GPL-2.0-or-later
"""Servers of NATS for tests: alone or as a cluster on loopback, with TLS, users and their keys."""
import base64
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time

import nats


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True, **options).stdout


class Authority:
    """A certificate authority, and the certificate of servers of a name."""

    def __init__(self, folder, name="localhost"):
        os.makedirs(folder, exist_ok=True)
        self.certificate, self.key = folder + "/ca.pem", folder + "/ca.key"
        self.server, self.server_key = folder + "/server.pem", folder + "/server.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=livery test", "-keyout", self.key, "-out", self.certificate)
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=" + name,
                "-keyout", self.server_key, "-out", folder + "/server.csr")
        with open(folder + "/server.ext", "w") as file:
            file.write(f"subjectAltName=DNS:{name}\n")
        openssl("x509", "-req", "-in", folder + "/server.csr", "-CA", self.certificate, "-CAkey", self.key,
                "-CAcreateserial", "-days", "2", "-extfile", folder + "/server.ext", "-out", self.server)

    def context(self):
        return ssl.create_default_context(cafile=self.certificate)


def checksum(data):
    """CRC-16/XMODEM, as keys of NATS end with."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc.to_bytes(2, "little")


def encoded(data):
    return base64.b32encode(data + checksum(data)).decode().rstrip("=")


def user_key(file):
    """Makes the key of a user in a file. Returns the public key."""
    private = openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER")
    public = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", input=private)[-32:]
    user = 20 << 3
    seed_prefix = bytes([18 << 3 | user >> 5, (user & 31) << 3])
    name = encoded(bytes([user]) + public)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(f"{name}\n{encoded(seed_prefix + private[-32:])}\n")
    return name


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Servers:
    """One server, or a cluster. Without users everyone may do everything, else the user `root` with the password `root`."""

    def __init__(self, folder, count=1, authority=None, users="", accounts=""):
        self.folder, self.authority, self.count = folder, authority, count
        os.makedirs(folder, exist_ok=True)
        ports = free_ports(2 * count)
        self.ports, routes = ports[:count], ports[count:]
        self.processes = [None] * count
        for index in range(count):
            tls = ""
            if authority:
                tls = f'tls {{ cert_file: "{authority.server}", key_file: "{authority.server_key}", timeout: 5 }}\n'
            cluster = ""
            if count > 1:
                others = ", ".join(f"nats-route://127.0.0.1:{port}" for port in routes)
                cluster = f"cluster {{ name: test, listen: 127.0.0.1:{routes[index]}, routes: [{others}] }}\n"
            with open(self.configuration(index), "w") as file:
                file.write(
                    f"server_name: n{index}\nlisten: 127.0.0.1:{self.ports[index]}\n{tls}{cluster}"
                    f'jetstream {{ store_dir: "{self.store(index)}" }}\n'
                    + (f"authorization {{ users = [\n  {{ user: root, password: root }}\n{users}] }}\n" if users else "") + accounts)
            self.start(index)

    def configuration(self, index):
        return f"{self.folder}/n{index}.conf"

    def store(self, index):
        return f"{self.folder}/store{index}"

    @property
    def addresses(self):
        scheme = "tls" if self.authority else "nats"
        return ",".join(f"{scheme}://localhost:{port}" for port in self.ports)

    def start(self, index):
        with open(f"{self.folder}/n{index}.log", "a") as log:
            self.processes[index] = subprocess.Popen(
                ["nats-server", "-c", self.configuration(index)], stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def kill(self, index, number=signal.SIGKILL):
        self.processes[index].send_signal(number)
        self.processes[index].wait()

    def pause(self, index):
        self.processes[index].send_signal(signal.SIGSTOP)

    def resume(self, index):
        self.processes[index].send_signal(signal.SIGCONT)

    def stop(self):
        for process in self.processes:
            if process and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()

    def save(self, name):
        """Copies the stores, of servers that are stopped or not."""
        for index in range(self.count):
            target = f"{self.folder}/{name}{index}"
            shutil.rmtree(target, ignore_errors=True)
            subprocess.run(["cp", "-a", self.store(index), target], check=False)

    def put_back(self, name):
        for index in range(self.count):
            shutil.rmtree(self.store(index), ignore_errors=True)
            shutil.copytree(f"{self.folder}/{name}{index}", self.store(index))

    def client(self, index=0, user="root", password="root", **options):
        context = self.authority.context() if self.authority else None
        return nats.connect(self.ports[index], user=user, password=password, context=context, **options)

    def wait_for_leader(self, bucket, within=60):
        """Waits until the bucket can be read. Returns a client."""
        end = time.monotonic() + within
        while True:
            for index in range(self.count):
                try:
                    client = self.client(index, within=1)
                    client.manifests(bucket)
                    return client
                except (nats.Refused, OSError):
                    if time.monotonic() > end:
                        raise
            time.sleep(0.05)


def permissions(text):
    """The permissions that `livery publish --print-permissions` prints, by role."""
    return {role: body for role, body in re.findall(r"^(\w+): (\{.*?^\})$", text, re.M | re.S)}
