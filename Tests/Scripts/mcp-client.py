#!/usr/bin/env python3
"""Drives `sudoku mcp` with the client of the package `mcp` from PyPI: initialize, list the tools,
generate a puzzle, play it to completion, read the current game, ask for prompts; then all tools.

    Scripts/setup-python && .build/python/bin/python Tests/Scripts/mcp-client.py .build/debug/sudoku
"""
import asyncio, json, re, sys, tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def server(*more):
    folder = tempfile.mkdtemp(prefix="sudoku-mcp-")
    return StdioServerParameters(
        command=sys.argv[1], args=["mcp", "--data", folder, "--log-level", "error", *more])


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def play(client):
    """The default tools: few, small, and enough for a game."""
    await client.initialize()
    listed = [plain(tool) for tool in (await client.list_tools()).tools]
    size = len(json.dumps(listed, separators=(",", ":"), ensure_ascii=False).encode())
    assert size <= 32_768, f"tools/list has {size} bytes"
    tools = {tool["name"]: tool for tool in listed}
    assert {"game_new", "game_place", "game_hint", "puzzle_generate"} <= set(tools), set(tools)
    for tool in listed:
        assert tool["annotations"]["title"] and tool["description"], tool
        assert not tool["inputSchema"].get("additionalProperties", True), tool
        # The client compares every answer with it.
        assert tool["outputSchema"]["properties"], tool
    hints = tools["puzzle_solve"]["annotations"]
    assert hints["readOnlyHint"], hints
    assert not tools["game_place"]["annotations"].get("readOnlyHint")
    levels = tools["puzzle_generate"]["inputSchema"]["properties"]["level"]["enum"]
    assert levels[:5] == ["easy", "medium", "hard", "expert", "extreme"], levels
    assert "ER" in tools["puzzle_grade"]["description"]

    async def call(name, **arguments):
        answer = plain(await client.call_tool(name, arguments))
        text = answer["content"][0]["text"]
        if not answer.get("isError"):
            text = json.loads(text)
            assert answer["structuredContent"] == text
        return text, [part["text"] for part in answer["content"][1:]]

    (made, drawn) = await call("puzzle_generate", level="easy", seed=7)
    made = made["puzzles"][0]
    assert "r9 | " in drawn[0], drawn
    game = (await call("game_new", puzzle=made["puzzle"]))[0]["game"]
    resources = await client.list_resources()
    state = await client.read_resource(resources.resources[0].uri)
    assert json.loads(state.contents[0].text)["game"] == game
    refused, _ = await call("puzzle_generate", difficulty="hard")
    assert "did you mean 'level'" in refused, refused
    refused, _ = await call("puzzle_generate", count=1000, level="easy")
    assert "from 1 to 40" in refused, refused
    refused, _ = await call("puzzle_hint", puzzle=made["puzzle"], techniques=["Nackter Einer"])
    assert "engine.techniques" not in refused, refused
    rows = [[int(c) if c.isdigit() else 0 for c in made["puzzle"][r * 9:r * 9 + 9]] for r in range(9)]
    assert (await call("puzzle_solve", puzzle=rows))[0]["solution"] == made["solution"]
    for place, digit in enumerate(made["solution"]):
        if made["puzzle"][place] == ".":
            done, drawn = await call("game_place", game=game, cell=f"r{place // 9 + 1}c{place % 9 + 1}", digit=str(digit))
            # 120 tokens are about 400 bytes.
            assert len(json.dumps(done)) < 400 and not drawn, f"a move answers {done} {drawn}"
    assert done["completed"] and done["status"] == "completed", done
    assert (await call("game_state", game=game))[1][0].startswith("Board:")
    prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
    assert prompts == {"explain_my_next_step", "make_me_a_puzzle"}, prompts
    message = await client.get_prompt("make_me_a_puzzle", {"level": "hard"})
    assert "hard" in message.messages[0].content.text
    await client.send_ping()
    return len(tools), size, game


async def list_all(client):
    """All tools, in a list that leaves room for a conversation."""
    await client.initialize()
    tools = [plain(tool) for tool in (await client.list_tools()).tools]
    size = len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False).encode())
    assert size <= 62_000, f"tools/list has {size} bytes"
    answer = plain(await client.call_tool("hello", {}))
    assert answer["structuredContent"]["engine"]["name"] == "sudoku"
    return len(tools)


async def play_fairly(client):
    """A model that plays is shown no solution."""
    await client.initialize()
    assert "puzzle_solve" not in {tool.name for tool in (await client.list_tools()).tools}
    for name, arguments in (("puzzle_generate", {"level": "easy", "seed": 7}), ("puzzle_daily", {}),
                            ("puzzle_check", {"puzzle": "1" + 80 * "."}), ("game_new", {"level": "easy"})):
        answer = plain(await client.call_tool(name, arguments))
        assert not re.search(r'olutions?\\*"?:', json.dumps(answer)), answer
    board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    refused = plain(await client.call_tool("puzzle_grade", {"puzzle": board, "path": True}))
    assert refused["isError"] and "path" in refused["content"][0]["text"], refused


async def main():
    async with stdio_client(server()) as (reader, writer), ClientSession(reader, writer) as client:
        count, size, game = await play(client)
    async with stdio_client(server("--tools", "all")) as (reader, writer), \
            ClientSession(reader, writer) as client:
        everything = await list_all(client)
    async with stdio_client(server("--tools", "all", "--no-solutions")) as (reader, writer), \
            ClientSession(reader, writer) as client:
        await play_fairly(client)
    print(f"ok: {count} tools in {size} bytes ({everything} in all), {game} played to completion")


asyncio.run(main())
