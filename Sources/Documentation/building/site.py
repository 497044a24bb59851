#!/usr/bin/env python3
"""A Sudoku site over one engine: site.py FOLDER PORT [PROGRAM]. The header X-Player stands for your sign-in.

POST /call {"method", "params"}: a move or a look of the player    GET /watch/NAME: moves, as server-sent events
GET /leaderboard: the day's results    GET or DELETE /me: all data of the player    GET /metrics: health, too
"""
import asyncio, itertools, json, sys, uuid

FOLDER, PORT, PROGRAM = sys.argv[1], int(sys.argv[2]), (sys.argv[3:] or ["sudoku"])[0]
MOVES = {f"game.{name}" for name in ("place", "clear", "note", "undo", "redo", "hint", "check", "pause")}
# No puzzle.solve, puzzle.hint or game.undoToMistake: they help and are not counted.
ALLOWED = MOVES | {"game.daily", "game.open", "game.close", "game.list", "game.state", "game.share", "stats.get"}
RULES = {"locked": True, "mistakeCheck": "off"}  # the same for everyone, whatever the browser sends

class Refused(Exception): """The caller's mistake."""

class Engine:
    """The program. If it ends it is started again, and what was not answered is sent again."""
    process, ids, waiting, watchers = None, itertools.count(1), {}, {}

    async def run(self):
        while True:
            self.process = await asyncio.create_subprocess_exec(
                PROGRAM, "serve", "--players", FOLDER, "--log-level", "warning", limit=1 << 24,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
            print("engine", self.process.pid, flush=True)
            self.process.stdin.writelines([line for line, _ in self.waiting.values()])
            [self.subscribe(name) for name in self.watchers]
            async for line in self.process.stdout:
                message = json.loads(line)
                if "id" in message:
                    _, answer = self.waiting.pop(message["id"])
                    answer.cancelled() or answer.set_result(message)
                for queue in self.watchers.get(message.get("params", {}).get("player"), ()):
                    queue.full() or queue.put_nowait(message)  # who does not read misses moves
            await asyncio.sleep(0.1)

    def send(self, method, params):
        number, answer = next(self.ids), asyncio.get_running_loop().create_future()
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.waiting[number] = json.dumps(request).encode() + b"\n", answer
        if self.process:
            self.process.stdin.write(self.waiting[number][0])
        return answer

    def subscribe(self, name):
        self.send("subscribe", {"player": name, "topics": ["game.changed", "game.completed"]})

    async def call(self, method, **params):
        answer = await asyncio.wait_for(self.send(method, params), 30)
        if "error" in answer:
            raise Refused(json.dumps(answer["error"]))
        return answer["result"]

    async def pages(self, method, **params):
        params["page"] = None
        while "page" in params:
            page = await self.call(method, **{name: value for name, value in params.items() if value})
            yield page
            params.pop("page") if "nextPage" not in page else params.update(page=page["nextPage"])

async def play(player, method, params={}):
    if method not in ALLOWED or method in MOVES and "game" not in params:
        raise Refused(f"{method} is not offered, or does not name its game")
    params = {"options": RULES} if method == "game.daily" else {**params}
    if method in MOVES:
        params.setdefault("opId", str(uuid.uuid4()))  # sent again, it changes nothing
    return await engine.call(method, **{**params, "player": player})

async def leaderboard():
    daily, rows = await engine.call("puzzle.daily"), []
    async for page in engine.pages("player.results", game=daily["game"], limit=1000):
        rows += [row for row in page["results"] if row["options"].get("locked") and "imported" not in row]
    return sorted(rows, key=lambda row: (row["hintsUsed"] + row["checksUsed"], row["elapsedMilliseconds"]))[:100]

async def watch(writer, name, queue):
    if not (await engine.call("game.list", player=name))["games"]:
        raise Refused("nobody plays under this name")  # to subscribe would begin a player
    engine.watchers.setdefault(name, set()).add(queue)
    engine.subscribe(name)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    try:
        while not writer.is_closing():
            await writer.drain()
            writer.write(b"data: " + json.dumps(await queue.get()).encode() + b"\n\n")
    finally:
        engine.watchers[name].remove(queue)

async def respond(request, player, body):
    match request:
        case ["GET", "/leaderboard"]: return await leaderboard()
        case ["GET", "/metrics"]:
            load = await engine.call("player.load")
            return "".join(f"sudoku_players_{name} {value}\n" for name, value in load.items())
        case ["POST", "/call"]: return await play(player, **json.loads(body))
        case ["GET", "/me"]: return [page["save"] async for page in engine.pages("save.export", player=player)]
        case ["DELETE", "/me"]: return await engine.call("player.delete", player=player)
    raise Refused("there is nothing here")

async def serve(reader, writer):
    try:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        heads = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(min(int(heads.get("content-length", 0)), 65_536))
        if first.startswith("GET /watch/"):
            return await watch(writer, first.split(" ")[1][7:], asyncio.Queue(100))
        status, answer = 200, await respond(first.split(" ")[:2], heads.get("x-player"), body)
    except (Refused, EOFError, OSError, TypeError, ValueError, asyncio.TimeoutError) as error:
        status, answer = 400 if isinstance(error, Refused) else 503, str(error)
    text = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
    writer.write(f"HTTP/1.1 {status} -\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode() + text)
    writer.close()

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", PORT)
    print("port", server.sockets[0].getsockname()[1], flush=True)
    await engine.run()

engine = Engine()
asyncio.run(main())
