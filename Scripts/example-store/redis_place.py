#!/usr/bin/env python3
"""A place in a Redis server: `--store 'place:python3 Scripts/example-store/redis_place.py PORT KEY'`.

The values are in the hash KEY. Names also stand in the list KEY:log in the order of their creation; a
cursor is a position in it. Needs no library; use `appendfsync always`, so that what is acknowledged lasts.
"""
import json, socket, sys
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
stream, key = connection.makefile("rb"), sys.argv[2]
# One script, so that no other client sees half of it.
CREATE = """if redis.call('hsetnx', KEYS[1], ARGV[1], ARGV[2]) == 1 then
  redis.call('rpush', KEYS[1] .. ':log', ARGV[1]); return 1 else return 0 end"""
REMOVE = """for _, name in ipairs(ARGV) do if redis.call('hdel', KEYS[1], name) == 1 then
  redis.call('rpush', KEYS[1] .. ':log', '-' .. name) end end"""


def read():
    kind, rest = (line := stream.readline())[:1], line[1:-2]
    if not line: sys.exit("Redis has closed the connection")
    if kind == b"-": raise OSError(rest.decode())
    if kind == b":": return int(rest)
    if kind == b"$": return None if rest == b"-1" else stream.read(int(rest) + 2)[:-2].decode()
    if kind == b"*": return [read() for _ in range(int(rest))]
    return rest.decode()


def redis(*words):
    parts = [str(word).encode() for word in words]
    connection.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts))
    return read()


def names(cursor):
    end = redis("LLEN", f"{key}:log")
    known = int(cursor) if cursor and cursor.isdigit() and int(cursor) <= end else None
    if known is None: return {"names": {name: "" for name in redis("HKEYS", key)}, "next": str(end), "all": True}
    news = redis("LRANGE", f"{key}:log", known, end - 1) if known < end else []
    return {"names": {name: "" for name in news if name[0] != "-" and "-" + name not in news},
            "removed": [name[1:] for name in news if name[0] == "-"], "next": str(end)}


def answer(request):
    if "create" in request:
        return {"created": redis("EVAL", CREATE, 1, key, request["create"], request["value"]) == 1}
    if "list" in request: return names(request["list"])
    if "remove" in request:
        redis("EVAL", REMOVE, 1, key, *request["remove"])
        return {}
    found = zip(request["read"], redis("HMGET", key, *request["read"]))
    return {"values": {name: value for name, value in found if value is not None}}


for line in sys.stdin:
    try: reply = answer(json.loads(line))
    except OSError as error: reply = {"error": {"kind": "storeUnavailable", "message": str(error)}}
    print(json.dumps(reply), flush=True)
