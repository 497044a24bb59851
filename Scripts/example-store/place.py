#!/usr/bin/env python3
"""A place that only keeps named values, here as files in a folder:
`--store 'place:python3 Scripts/example-store/place.py FOLDER'`."""
import json, os, sys
folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def version(path):
    status = os.stat(path)
    return f"{status.st_ino}-{status.st_mtime_ns}"


def create(name, value):
    draft = f"{folder}/.{name}.{os.getpid()}"
    with open(draft, "w") as file:
        file.write(value)
        os.fsync(file.fileno())             # what is acknowledged is on the disk
    try:
        os.link(draft, f"{folder}/{name}")  # fails if the name exists
        return {"created": True, "version": version(draft)}
    except FileExistsError:
        return {"created": False}
    finally:
        os.remove(draft)


def answer(request):
    if "create" in request: return create(request["create"], request["value"])
    if "list" in request: return {"names": {name: version(f"{folder}/{name}") for name in os.listdir(folder) if name[0] != "."}}
    found = [name for name in request.get("read", request.get("remove")) if os.path.exists(f"{folder}/{name}")]
    if "read" in request: return {"values": {name: open(f"{folder}/{name}").read() for name in found}}
    for name in found: os.remove(f"{folder}/{name}")
    return {}


for line in sys.stdin:
    try: reply = answer(json.loads(line))
    except OSError as error: reply = {"error": {"kind": "storeUnavailable", "message": str(error)}}
    print(json.dumps(reply), flush=True)
