#!/usr/bin/env python3
"""Drives `sudoku mcp` with the client of the package `mcp` from PyPI: initialize, list the tools,
generate a puzzle, play it to completion, read the current game.

    pip install mcp==2.3.0 && Scripts/mcp-client.py .build/debug/sudoku
"""
import asyncio, json, sys, tempfile

try:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
except ImportError:
    print("skipped: the package mcp is not installed")
    sys.exit(0)


async def main():
    folder = tempfile.mkdtemp(prefix="sudoku-mcp-")
    server = StdioServerParameters(
        command=sys.argv[1], args=["mcp", "--data", folder, "--log-level", "error"])
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as client:
        await client.initialize()
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"game_new", "game_place", "game_hint", "puzzle_generate"} <= tools, tools

        async def call(name, **arguments):
            answer = await client.call_tool(name, arguments)
            return json.loads(answer.content[0].text)

        made = (await call("puzzle_generate", level="easy", seed=7))["puzzles"][0]
        game = (await call("game_new", puzzle=made["puzzle"]))["game"]
        resources = await client.list_resources()
        state = await client.read_resource(resources.resources[0].uri)
        assert json.loads(state.contents[0].text)["game"] == game
        for place, digit in enumerate(made["solution"]):
            if made["puzzle"][place] == ".":
                done = await call("game_place", game=game, cell=place, digit=int(digit))
        assert done["completed"] and done["status"] == "completed", done
        await client.send_ping()
        print(f"ok: {len(tools)} tools, {game} played to completion")


asyncio.run(main())
