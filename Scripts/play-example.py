#!/usr/bin/env python3
"""Plays a puzzle to its end through `sudoku serve`, with hints, and prints the time."""
import itertools, json, subprocess, sys
serve = subprocess.Popen([*(sys.argv[1:] or ["sudoku"]), "serve"], text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
ids = itertools.count(1)

def call(method, **params):
    request = {"jsonrpc": "2.0", "id": next(ids), "method": method, "params": params}
    print(json.dumps(request), file=serve.stdin, flush=True)
    answer = json.loads(serve.stdout.readline())
    return answer["result"] if "result" in answer else sys.exit(answer["error"]["message"])

state = call("game.new", generate={"level": "easy"})
while state["status"] == "inProgress":
    hint = call("game.hint", depth=5)["hint"]
    print(hint["text"])
    if "digit" in hint:  # else the hint rules something out, and the next one goes on from there
        state = call("game.place", game=state["game"], cell=hint["cell"], digit=hint["digit"])
print("solved in", state["elapsedMilliseconds"] / 1000, "seconds")
serve.stdin.close()
