# SPDX-License-Identifier: GPL-2.0-or-later
"""Servers of NATS for tests: alone or as a cluster on loopback, with TLS, users and their keys."""
import base64
import os
import random
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
    """A certificate authority, the certificate of servers of a name, and certificates of clients."""

    def __init__(self, folder, name="localhost"):
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        self.certificate, self.authority_key = folder + "/ca.pem", folder + "/ca.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=livery test", "-keyout", self.authority_key, "-out", self.certificate)
        self.server, self.server_key = self.issue("server", f"subjectAltName=DNS:{name}\nextendedKeyUsage=serverAuth\n")

    def issue(self, name, extensions):
        """Makes a key, and its certificate. Returns both files."""
        certificate, key, request = (f"{self.folder}/{name}.{kind}" for kind in ["pem", "key", "csr"])
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=" + name,
                "-keyout", key, "-out", request)
        with open(f"{self.folder}/{name}.ext", "w") as file:
            file.write(extensions)
        openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.authority_key,
                "-CAcreateserial", "-days", "2", "-extfile", file.name, "-out", certificate)
        os.chmod(key, 0o600)
        return certificate, key

    def issue_client(self, name):
        """The certificate and the key of a client."""
        return self.issue(name, "extendedKeyUsage=clientAuth\n")

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
    """Ports of loopback below those of outgoing connections, of which one could take a port while its server is down."""
    with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
        limit = int(file.read().split()[0])
    sockets = []
    while len(sockets) < count:
        one = socket.socket()
        try:
            one.bind(("127.0.0.1", random.randrange(limit // 2, limit)))
            sockets.append(one)
        except OSError:
            one.close()
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Servers:
    """One server, or a cluster. Without users everyone may do everything, else the user `root` with the password `root`."""

    def __init__(self, programs, name, count=1, authority=None, tls="", users="", accounts=""):
        self.programs, self.name, self.authority, self.count = programs, name, authority, count
        self.folder = f"{programs.folder}/{name}"
        os.makedirs(self.folder, exist_ok=True)
        ports = free_ports(2 * count)
        self.ports, routes = ports[:count], ports[count:]
        self.processes = [None] * count
        # The sizes of the logs when the servers were started.
        self.begun = [0] * count
        for index in range(count):
            encryption = ""
            if authority:
                encryption = (f'tls {{\n  cert_file: "{authority.server}"\n  key_file: "{authority.server_key}"\n'
                              f'  ca_file: "{authority.certificate}"\n  timeout: 5\n  {tls}\n}}\n')
            cluster = ""
            if count > 1:
                others = ", ".join(f"nats-route://127.0.0.1:{port}" for port in routes)
                cluster = f"cluster {{ name: test, listen: 127.0.0.1:{routes[index]}, routes: [{others}] }}\n"
            with open(self.configuration(index), "w") as file:
                file.write(
                    f"server_name: n{index}\nlisten: 127.0.0.1:{self.ports[index]}\n{encryption}{cluster}"
                    f'jetstream {{ store_dir: "{self.store(index)}" }}\n'
                    + (f"authorization {{ users = [\n  {{ user: root, password: root }}\n{users}] }}\n" if users else "") + accounts)
            self.start(index)
        self.wait_for_logs("Server is ready", all)
        if count > 1:
            # Until then no bucket can be made.
            self.wait_for_logs("new metadata leader", any)

    def configuration(self, index):
        return f"{self.folder}/n{index}.conf"

    def store(self, index):
        return f"{self.folder}/store{index}"

    def log_name(self, index):
        return f"{self.name}-n{index}"

    @property
    def addresses(self):
        scheme = "tls" if self.authority else "nats"
        return ",".join(f"{scheme}://localhost:{port}" for port in self.ports)

    def start(self, index):
        self.begun[index] = len(self.programs.log(self.log_name(index)))
        self.processes[index] = self.programs.spawn(self.log_name(index), ["nats-server", "-c", self.configuration(index)])

    def kill(self, index, number=signal.SIGKILL):
        self.processes[index].send_signal(number)
        self.processes[index].wait()

    def pause(self, index):
        self.processes[index].send_signal(signal.SIGSTOP)

    def resume(self, index):
        self.processes[index].send_signal(signal.SIGCONT)

    def kill_all(self, number=signal.SIGKILL):
        for index in range(self.count):
            self.kill(index, number)

    def start_all(self, bucket):
        """Starts all servers. Returns the seconds until a bucket has a leader."""
        began = time.monotonic()
        for index in range(self.count):
            self.start(index)
        self.wait_for_logs(f"new stream leader for '$G > KV_{bucket}'", any)
        return time.monotonic() - began

    def save(self, name):
        """Copies the stores of servers that are stopped."""
        for index in range(self.count):
            target = f"{self.folder}/{name}{index}"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(self.store(index), target)

    def put_back(self, name):
        for index in range(self.count):
            shutil.rmtree(self.store(index))
            shutil.copytree(f"{self.folder}/{name}{index}", self.store(index))

    def client(self, index=0, user="root", password="root", **options):
        context = self.authority.context() if self.authority else None
        return nats.Client(self.ports[index], user=user, password=password, context=context, **options)

    def says(self, index, text):
        """Whether a server has logged a text since its start. An ended server is an error."""
        log = self.programs.log(self.log_name(index), self.begun[index])
        assert self.processes[index].poll() is None, log
        return text in log

    def wait_for_logs(self, text, of):
        """Waits until all servers, or any of them, have logged a text since their start."""
        self.programs.until(lambda: of(self.says(index, text) for index in range(self.count)),
                            f"{text!r} in the logs of {self.name}", within=60)

    def make_bucket(self, bucket, *options):
        """Makes a bucket with a copy on each server. A cluster that has just elected a leader may leave a request without an
        answer, for which the command waits for 5 seconds: then it is made again."""
        words = ["publish", "--create-bucket", "--replicas", str(self.count), "--to", self.addresses, "--bucket", bucket, *options]
        for _ in range(5):
            try:
                return self.programs.run(*words)
            except AssertionError as error:
                last = error
        raise last


def permissions(text):
    """The permissions that `livery publish --print-permissions` prints, by role."""
    return {role: body for role, body in re.findall(r"^(\w+): (\{.*?^\})$", text, re.M | re.S)}
