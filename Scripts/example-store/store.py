#!/usr/bin/env python3
"""A sync store in a file that devices share: `--store 'exec:python3 Scripts/example-store/store.py FILE'`.
Each line of the file is an append; every process has read them all. `rules.py` knows what they mean."""
import fcntl, json, os, secrets, sys, time
from rules import Documents
path = sys.argv[1] if len(sys.argv) > 1 else f"/tmp/sudoku-store-{secrets.token_hex(8)}.jsonl"


class Store:
    def __init__(self, file):
        self.documents, self.header, self.offset = Documents(), {}, 0
        self.inode = os.fstat(file.fileno()).st_ino

    def write(self, file, entry):
        line = json.dumps(entry).encode() + b"\n"
        if file.write(line) != len(line):           # a full disk: nothing is acknowledged
            file.truncate(self.offset)
            sys.exit(f"{path} can't be written: is the disk full?")
        os.fsync(file.fileno())                     # what is acknowledged is on the disk
        self.offset += len(line)

    def catch_up(self, file):
        """Reads what this and other processes have appended; cuts off what a crash tore."""
        file.seek(self.offset)
        for line in file.readlines():
            if not self.offset and not line.startswith(b'{"identity"'): sys.exit(f"{path} is not a store")
            if not line.endswith(b"\n"):
                file.truncate(self.offset)
                break
            self.offset += len(line)
            entry = json.loads(line)
            self.documents.append(entry.pop("batch", {"documents": []}))
            self.header.update(entry)
        if not self.header:
            self.header = {"identity": secrets.token_hex(8), "epoch": secrets.token_hex(8)}
            self.write(file, self.header)

    def perform(self, request, file):
        self.catch_up(file)
        query, asking, owner = request["query"], request.get("player"), self.header.get("player")
        if owner and asking and asking != owner:
            return {"error": {"kind": "anotherPlayer", "message": f"the games are those of {owner}"}}
        if query["kind"] == "append":
            self.header["player"] = owner or asking or "p-" + query["batch"]["writer"]
            before = len(self.documents.changes)
            found = self.documents.append(query["batch"])
            if len(self.documents.changes) > before:
                self.write(file, {"player": self.header["player"], "batch": query["batch"]})
        else:
            found = self.documents.answer(query, self.header["epoch"])
        status = {**self.header, **self.documents.status(), "milliseconds": time.time_ns() // 10**6}
        return {"status": status, "answer": {"kind": query["kind"], **found}}


store = None
for line in sys.stdin:
    request = json.loads(line)
    with open(path, "a+b", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not store or os.fstat(file.fileno()).st_ino != store.inode: store = Store(file)
        reply = store.perform(request, file)
    print(json.dumps({"id": request["id"], "version": 1, **reply}), flush=True)
