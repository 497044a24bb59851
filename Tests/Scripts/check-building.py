#!/usr/bin/env python3
"""Tries the programs of the page building.md.

usage: check-building.py site|bot|assistant PROGRAM

Plays on the site while its engine is killed, chats with the bot, and carries out the assistant's dialogue. Prints
`ok`; any fault ends it with an error.
"""
import http.client, json, os, pathlib, re, signal, subprocess, sys, tempfile

PART, PROGRAM = sys.argv[1:3]
PAGES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Documentation"


def solution(board):
    run = subprocess.run([PROGRAM, "solve", board], capture_output=True, text=True, check=True)
    return run.stdout.split("\t")[2].strip()


def site(folder):
    process = subprocess.Popen(
        [sys.executable, str(PAGES / "building/site.py"), folder, "0", PROGRAM], stdout=subprocess.PIPE, text=True)
    try:
        known = dict(process.stdout.readline().split() for _ in range(2))
        play_on_site(process, int(known["port"]), int(known["engine"]))
    finally:
        process.kill()


def play_on_site(process, port, engine):
    def begin(verb, path, player="", body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request(verb, path, body and json.dumps(body), {"X-Player": player})
        return connection.getresponse()

    def ask(*request):
        response = begin(*request)
        text = response.read().decode()
        return response.status, json.loads(text) if text[:1] in ("[", "{") else text

    def call(player, method, **params):
        status, answer = ask("POST", "/call", player, {"method": method, "params": params})
        assert status == 200, (method, answer)
        return answer

    assert ask("GET", "/watch/anna")[0] == 400, "nobody plays under this name"
    state, other = call("anna", "game.daily", options={"locked": False}), call("ben", "game.daily")
    game = state["game"]
    assert game == other["game"] and state["options"]["locked"], "rules are the site's"
    for method in ("puzzle.solve", "game.setOption", "player.delete", "shutdown"):
        assert ask("POST", "/call", "anna", {"method": method})[0] == 400, method
    spectator = begin("GET", "/watch/anna")
    empty = [index for index in range(81) if state["givens"][index] == "."]
    right = solution(state["givens"])
    heard = []
    for number, index in enumerate(empty):
        if number == 10:
            os.kill(engine, signal.SIGKILL)
        cell = f"r{index // 9 + 1}c{index % 9 + 1}"
        answer = call("anna", "game.place", game=game, cell=cell, digit=int(right[index]))
        assert answer["changes"][0]["cell"] == cell, answer
        while number in (0, 20) and heard[-1:] != [cell]:
            heard.append(json.loads(spectator.readline()[6:])["params"]["changes"][0]["cell"])
            spectator.readline()
    assert process.stdout.readline().startswith("engine "), "it was started again"
    assert answer["completed"], answer
    rows = ask("GET", "/leaderboard")[1]
    assert [row["player"] for row in rows] == ["anna"] and rows[0]["firstOpened"] and rows[0]["mistakes"] == 0, rows
    assert game in json.dumps(ask("GET", "/me", "ben")[1])
    assert ask("DELETE", "/me", "ben") == (200, {"remains": []})
    assert call("ben", "game.list")["games"] == []
    assert "sudoku_players_open 1\n" in ask("GET", "/metrics")[1]


def bot(folder):
    process = subprocess.Popen(
        [sys.executable, str(PAGES / "building/bot.py"), folder, PROGRAM],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(text, until):
        print(text, file=process.stdin, flush=True)
        lines = []
        while not lines or not re.search(until, lines[-1]):
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        return lines

    board = "".join(re.findall("[1-9.]", "".join(say("anna: board", "^$"))))
    assert len(board) == 81, board
    assert say("anna: top", ".") == ["Nobody yet.\n"]
    assert re.search("r[1-9]c[1-9]|block|row|column", say("anna: hint", ".")[0])
    assert say("anna: r1c1 x; drop table", "^$")
    right = solution(board)
    empty = [index for index in range(81) if board[index] == "."]
    for index in empty:
        until = "hint" if index == empty[-1] else "^$|^Sorry"
        last = say(f"anna: r{index // 9 + 1}c{index % 9 + 1} {right[index]}", until)
        assert not last[-1].startswith("Sorry"), last
    assert "Solved in" in "".join(last), last
    assert re.fullmatch(r"anna: \d+ s, 1 hints\n", say("ben: top", ".")[0])
    assert say("ben: r1c1 0", "^$")
    process.stdin.close()
    assert process.wait(20) == 0


def assistant(folder):
    page = (PAGES / "building.md").read_text()
    host = json.loads(re.search(r"```json\n(.*?)```", page, re.S)[1])["mcpServers"]["sudoku"]
    assert host["command"] == "sudoku"
    server = subprocess.Popen(
        [PROGRAM, *host["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "XDG_DATA_HOME": folder})

    def ask(method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        print(json.dumps(request), file=server.stdin, flush=True)
        return json.loads(server.stdout.readline())["result"]

    ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})
    calls = re.findall(r"^`(\w+) (\{.*\})`: (.*)$", page, re.M)
    assert len(calls) >= 4, calls
    for tool, arguments, expected in calls:
        answer = ask("tools/call", name=tool, arguments=json.loads(arguments))
        text = json.dumps(answer)
        assert not answer["isError"], (tool, text)
        for word in re.findall(r"`([^`]+)`", expected):
            assert word in text.replace("\\", ""), (tool, word, text)
    server.stdin.close()
    assert server.wait(20) == 0


with tempfile.TemporaryDirectory() as folder:
    {"site": site, "bot": bot, "assistant": assistant}[PART](folder)
print("ok")
