#!/usr/bin/env python3
"""A chat bot for the puzzle of the day: bot.py FOLDER [PROGRAM]. Reads lines "NAME: TEXT", prints the replies."""
import itertools, json, re, subprocess, sys

engine = subprocess.Popen([*(sys.argv[2:] or ["sudoku"]), "serve", "--players", sys.argv[1], "--log-level", "error"],
                          text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
ids = itertools.count(1)
DAILY = {"level": "easy", "series": "our chat"}  # another series has other puzzles

def call(method, **params):
    request = {"jsonrpc": "2.0", "id": next(ids), "method": method, "params": params}
    print(json.dumps(request), file=engine.stdin, flush=True)
    answer = json.loads(engine.stdout.readline())
    if "error" in answer:
        raise ValueError(answer["error"]["message"])
    return answer["result"]

def reply(name, text):
    day = call("puzzle.daily", **DAILY)
    if text == "top":
        rows = call("player.results", game=day["game"], limit=1000)["results"]
        rows.sort(key=lambda row: (row["hintsUsed"], row["elapsedMilliseconds"]))
        return "\n".join(f"{row['player']}: {row['elapsedMilliseconds'] // 1000} s, {row['hintsUsed']} hints"
                         for row in rows[:10]) or "Nobody yet."
    state = call("game.daily", player=name, options={"locked": True}, **DAILY)
    if move := re.fullmatch("(r[1-9]c[1-9]) ([1-9])", text):
        state = call("game.place", player=name, game=day["game"], cell=move[1], digit=int(move[2]),
                     **{"return": "state"})
        if state["status"] == "completed":
            return call("game.share", player=name, game=day["game"])["text"]
    elif text == "hint":
        return call("game.hint", player=name, game=day["game"], depth=5)["hint"]["text"]
    return call("puzzle.render", puzzle=state["board"], givens=state["givens"], format="text")["drawing"]

for line in sys.stdin:
    name, _, text = line.strip().partition(": ")
    try:
        print(reply(name, text), flush=True)
    except ValueError as error:
        print("Sorry:", error, flush=True)
