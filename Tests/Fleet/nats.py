# SPDX-License-Identifier: GPL-2.0-or-later
"""A small client of NATS for tests: publish, request, and the parts of JetStream that the tests of the fleet need."""
import json
import os
import socket


class Refused(Exception):
    """An answer that is an error."""


class Client:
    """One connection. Requests wait for their answer; messages of other subscriptions are kept in `messages`."""

    def __init__(self, port, user=None, password=None, context=None, timeout=5):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.buffer = b""
        self.information = json.loads(self.line().split(b" ", 1)[1])
        if context is not None:
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        options = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True, "lang": "python",
                   "version": "1", "protocol": 1}
        if user is not None:
            options.update(user=user, **{"pass": password})
        self.inbox = "_INBOX." + os.urandom(8).hex()
        self.count = 0
        self.messages = []
        self.errors = []
        self.send(b"CONNECT " + json.dumps(options).encode() + b"\r\nPING\r\n")
        self.wait_for_pong()
        self.send(f"SUB {self.inbox}.* 1\r\n".encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def line(self):
        while b"\r\n" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the server closed the connection: " + self.buffer.decode(errors="replace"))
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def exactly(self, count):
        while len(self.buffer) < count + 2:
            more = self.socket.recv(1 << 20)
            if not more:
                raise ConnectionError("the server closed the connection")
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count + 2:]
        return data

    def next(self):
        """The next message as (subject, headers, data), or the word of another operation."""
        line = self.line()
        words = line.split()
        operation = words[0].upper()
        if operation == b"PING":
            self.send(b"PONG\r\n")
            return "PING"
        if operation == b"MSG":
            return words[1].decode(), {}, self.exactly(int(words[-1]))
        if operation == b"HMSG":
            size, total = int(words[-2]), int(words[-1])
            data = self.exactly(total)
            lines = data[:size].decode().split("\r\n")
            headers = {"": lines[0][len("NATS/1.0"):].strip()}
            for header in lines[1:]:
                if ":" in header:
                    key, value = header.split(":", 1)
                    headers[key] = value.strip()
            return words[1].decode(), headers, data[size:]
        if operation == b"-ERR":
            self.errors.append(line.decode())
            return "ERR"
        return operation.decode()

    def wait_for_pong(self):
        while True:
            message = self.next()
            if message == "PONG":
                return
            if message == "ERR":
                raise Refused(self.errors[-1])

    def publish(self, subject, data=b"", reply="", headers=None):
        reply = reply and reply + " "
        if headers is None:
            self.send(f"PUB {subject} {reply}{len(data)}\r\n".encode() + data + b"\r\n")
        else:
            text = ("NATS/1.0\r\n" + "".join(f"{key}: {value}\r\n" for key, value in headers.items()) + "\r\n").encode()
            self.send(f"HPUB {subject} {reply}{len(text)} {len(text) + len(data)}\r\n".encode() + text + data + b"\r\n")

    def subscribe(self, subject):
        self.send(f"SUB {subject} {subject}\r\n".encode())

    def next_message(self, within=30):
        """The next message of a subscription or a watch, as (subject, headers, data)."""
        self.socket.settimeout(within)
        while not self.messages:
            message = self.next()
            if isinstance(message, tuple):
                self.messages.append(message)
        return self.messages.pop(0)

    def request(self, subject, data=b"", headers=None, timeout=5):
        self.count += 1
        reply = f"{self.inbox}.{self.count}"
        self.publish(subject, data, reply, headers)
        self.socket.settimeout(timeout)
        while True:
            message = self.next()
            if message == "ERR":
                raise Refused(self.errors[-1])
            if isinstance(message, tuple):
                if message[0] == reply:
                    return message[1], message[2]
                self.messages.append(message)

    # JetStream

    def api(self, subject, body=None):
        headers, data = self.request("$JS.API." + subject, json.dumps(body or {}).encode())
        if headers.get("", "").startswith("503"):
            raise Refused("no responders")
        answer = json.loads(data)
        if "error" in answer:
            raise Refused(answer["error"]["description"])
        return answer

    def put(self, bucket, key, data, headers=None):
        headers, answer = self.request(f"$KV.{bucket}.{key}", data, headers)
        if headers.get("", "").startswith("503"):
            raise Refused("no responders")
        answer = json.loads(answer)
        if "error" in answer:
            raise Refused(answer["error"]["description"])
        return answer["seq"]

    def get(self, bucket, key):
        headers, data = self.request(f"$JS.API.DIRECT.GET.KV_{bucket}.$KV.{bucket}.{key}")
        status = headers.get("", "")
        if status:
            raise Refused(status)
        return data

    def remove(self, bucket, key):
        """Removes the newest message of a key from the stream."""
        message = self.api(f"STREAM.MSG.GET.KV_{bucket}", {"last_by_subj": f"$KV.{bucket}.{key}"})["message"]
        self.api(f"STREAM.MSG.DELETE.KV_{bucket}", {"seq": message["seq"]})

    def keys(self, bucket, pattern=">"):
        answer = self.api(f"STREAM.INFO.KV_{bucket}", {"subjects_filter": f"$KV.{bucket}.{pattern}"})
        prefix = len(f"$KV.{bucket}.")
        return sorted(key[prefix:] for key in answer["state"].get("subjects") or {})

    def watch(self, bucket, pattern):
        """Lets what is stored under such keys come as messages, beginning with the newest of each."""
        # The server delivers to a subscription of exactly this subject.
        subject = self.inbox + "-watch"
        self.send(f"SUB {subject} watch\r\n".encode())
        self.api(f"CONSUMER.CREATE.KV_{bucket}", {"stream_name": f"KV_{bucket}", "config": {
            "deliver_subject": subject, "deliver_policy": "last_per_subject", "ack_policy": "none",
            "filter_subject": f"$KV.{bucket}.{pattern}"}})

    def is_replicated(self, bucket):
        """Whether all other nodes have what the leader has. False without a leader, which does not answer."""
        try:
            replicas = self.api(f"STREAM.INFO.KV_{bucket}")["cluster"]["replicas"]
        except (Refused, TimeoutError):
            return False
        return all(replica["current"] and not replica.get("offline") for replica in replicas)

    def manifests(self, bucket):
        return [key for key in self.keys(bucket, "m.*")]

    def manifest(self, bucket):
        """The highest manifest; None without one."""
        numbers = self.manifests(bucket)
        return json.loads(self.get(bucket, numbers[-1])) if numbers else None
