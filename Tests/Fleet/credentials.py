# SPDX-License-Identifier: GPL-2.0-or-later
"""Users that are known by signed texts: an operator, an account, and files of credentials, as `nsc` makes them."""
import base64
import json
import os
import time

from servers import encoded, openssl

OPERATOR, ACCOUNT, USER = 14 << 3, 0, 20 << 3


class Key:
    """A key of NATS: its name, and signatures with it."""

    def __init__(self, folder, kind):
        self.kind = kind
        self.file = f"{folder}/{kind}-{os.urandom(4).hex()}.pem"
        private = openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER")
        openssl("pkey", "-inform", "DER", "-out", self.file, input=private)
        public = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", input=private)[-32:]
        self.name = encoded(bytes([kind]) + public)
        self.seed = encoded(bytes([18 << 3 | kind >> 5, (kind & 31) << 3]) + private[-32:])

    def sign(self, text):
        with open(self.file + ".text", "wb") as file:
            file.write(text)
        return openssl("pkeyutl", "-sign", "-inkey", self.file, "-rawin", "-in", self.file + ".text")


def token(issuer, subject, claims):
    """A JWT that the issuer signs."""
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")
    body = {"iat": int(time.time()), "iss": issuer.name, "jti": os.urandom(8).hex(), "name": "test", "sub": subject.name,
            "nats": claims}
    text = part({"typ": "JWT", "alg": "ed25519-nkey"}) + b"." + part(body)
    return (text + b"." + base64.urlsafe_b64encode(issuer.sign(text)).rstrip(b"=")).decode()


class Realm:
    """An operator with one account that may use JetStream."""

    def __init__(self, folder):
        self.folder, self.operator, self.account = folder, Key(folder, OPERATOR), Key(folder, ACCOUNT)
        limits = dict.fromkeys(["subs", "data", "payload", "imports", "exports", "conn", "leaf", "mem_storage",
                                "disk_storage", "streams", "consumer"], -1)
        system = Key(folder, ACCOUNT)
        accounts = {
            key.name: token(self.operator, key, {"type": "account", "version": 2, "limits": limits | {"wildcards": True} | more})
            for key, more in [(self.account, {}), (system, {"mem_storage": 0, "disk_storage": 0})]}
        operator = token(self.operator, self.operator, {"type": "operator", "version": 2})
        self.configuration = (
            f"operator: {operator}\nsystem_account: {system.name}\nresolver: MEMORY\n"
            "resolver_preload: {\n" + "".join(f"  {name}: {text}\n" for name, text in accounts.items()) + "}\n")

    def credentials(self, name, publish, subscribe):
        """Makes the file of a user with these permissions. Returns its path."""
        user = Key(self.folder, USER)
        claims = {"type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1,
                  "pub": {"allow": publish}, "sub": {"allow": subscribe}}
        path = f"{self.folder}/{name}.creds"
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(
                f"-----BEGIN NATS USER JWT-----\n{token(self.account, user, claims)}\n------END NATS USER JWT------\n\n"
                f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n")
        return path
