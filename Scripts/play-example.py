#!/usr/bin/env python3
"""Plays a puzzle to its end through `sudoku serve`, with hints, and prints the time."""
import json, subprocess, sys

serve = subprocess.Popen([sys.argv[1] if len(sys.argv) > 1 else "sudoku", "serve"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def call(method, **params):
    call.id = getattr(call, "id", 0) + 1
    request = {"jsonrpc": "2.0", "id": call.id, "method": method, "params": params}
    print(json.dumps(request), file=serve.stdin, flush=True)
    answer = json.loads(serve.stdout.readline())
    return answer["result"] if "result" in answer else sys.exit(answer["error"]["message"])

game = call("game.new", generate={"level": "easy"})["game"]
completed = False
while not completed:
    hint = call("game.hint", game=game, depth=5)["hint"]
    print(hint["text"])
    completed = call("game.place", game=game, cell=hint["cell"], digit=hint["digit"])["completed"]
print("solved in", call("game.state", game=game)["elapsedMilliseconds"] / 1000, "seconds")
serve.stdin.close()
