"""Calls the functions of sudoku.h with nulls, odd sizes, garbage, threads and forks: SEED COUNT.

Every call must return a status of the header, and fill the error. test_fuzz.py runs it: a crash ends
this process, not the tests.
"""

import ctypes
import faulthandler
import os
import random
import signal
import sys
import threading

from sudoku_engine._library import _ARGUMENTS, Error, library

LETTERS = b".0123456789*_ \t\n\r|-+,;#x\x00\xff\xc3\xa9"
NAMES = [b"level", b"se", b"hodoku", b"solution", b"minlex", b"row-min", b"pattern", b"", b"\xff", b"x" * 300, None]
OPTIONS = [
    b"{}", b'{"level":"easy"}', b'{"level":"hard","scale":"hodoku"}', b"", b"{", b"[]", b"null", b"\xff\xfe",
    b'{"minClues":17,"maxClues":17,"attempts":1}', b'{"unknown":1}', b'{"level":3}', b'{"seed":1}', b"[" * 5000,
    b'{"symmetry":"full","minimal":true,"attempts":3}', b'{"pattern":"' + b"1" * 81 + b'","attempts":1}',
    b'{"needs":["x-wing"],"attempts":2}', b'{"minRating":1e308}', b'{"attempts":-1}', None,
]
REQUESTS = [
    b'{"jsonrpc":"2.0","id":1,"method":"ping"}', b"", b"{", b"\xff", b"\n\n", b"[]", b"null", b"[" * 5000,
    b'{"jsonrpc":"2.0","id":1,"method":"puzzle.solve","params":{"puzzle":"' + b"." * 81 + b'"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"puzzle":7}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.state"}', b'{"jsonrpc":"2.0","method":"ping"}',
    b'{"jsonrpc":"2.0","id":1,"method":"shutdown"}', b'{"jsonrpc":"2.0","id":1,"method":"methods"}',
    b'{"jsonrpc":"2.0","id":1,"method":"puzzle.generate","params":{"count":2,"level":"easy"}}',
]
STATUSES = {0, -1, -2, -3, -4, -5, -6}


class Fuzzer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lib = library()

    def boards(self, count: int) -> "ctypes.Array[ctypes.c_uint8]":
        kind = self.random.random()
        highest = 0 if kind < 0.1 else 9 if kind < 0.8 else 255
        share = self.random.choice([0.02, 0.2, 0.35, 1])
        cells = [
            self.random.randint(0, highest) if self.random.random() < share else 0 for _ in range(81 * count)
        ]
        return (ctypes.c_uint8 * max(1, len(cells)))(*cells)

    def maybe(self, value, chance=0.06):
        return None if self.random.random() < chance else value

    def buffer(self, size: int):
        # Bytes behind the end show what writes too much.
        memory = (ctypes.c_uint8 * (size + 64))(*([0xA5] * (size + 64)))
        self.checked.append((memory, size))
        return memory

    def number(self, *usual):
        odd = [0, 1, 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 1]
        return self.random.choice(usual) if self.random.random() < 0.85 else self.random.choice(odd)

    def call(self, name: str, *arguments) -> int:
        error = self.maybe(Error(), 0.1)
        pointer = None if error is None else ctypes.addressof(error)
        arguments = [ctypes.addressof(each) if isinstance(each, ctypes.Array) else each for each in arguments]
        status = getattr(self.lib, name)(*arguments, pointer)
        assert status in STATUSES, (name, status)
        if error is not None:
            assert error.status == status, (name, status, error.status)
            error.text.decode()
            assert (len(error.text) > 0) == (status != 0), (name, status, error.text)
            assert error.row >= -1
        for memory, size in self.checked:
            assert bytes(memory[size:]) == b"\xa5" * 64, (name, "wrote behind the end")
        return status

    def one(self) -> None:
        self.checked = []
        r = self.random
        count = r.choice([0, 1, 1, 2, 3, 17, 40])
        boards = self.maybe(self.boards(count))
        threads = self.number(1, 1, 2, 3)
        given = count if boards is not None or r.random() < 0.9 else (1 << 64) - 1
        if r.random() < 0.03:
            given, boards = r.choice([(1 << 63) - 1, 1 << 63, (1 << 64) - 1]), self.boards(1)
        size = count
        name = r.choice(list(_ARGUMENTS))
        wish = ctypes.c_int32(r.choice([0, 0, 1]))
        self.lib.sudoku_cancel_by(self.maybe(ctypes.addressof(wish), 0.7))
        try:
            self.function(name, boards, given, count, threads, size)
        finally:
            self.lib.sudoku_cancel_by(None)

    def function(self, name, boards, given, count, threads, size) -> None:
        r = self.random
        if name == "sudoku_parse":
            text = bytes(r.choice(LETTERS) for _ in range(r.choice([0, 1, 80, 81, 82, 89, 200])))
            memory = ctypes.create_string_buffer(text, max(1, len(text)))
            self.call(name, self.maybe(ctypes.addressof(memory)), len(text), self.maybe(self.buffer(81)))
        elif name == "sudoku_parse_lines":
            lines = [bytes(r.choice(b".123456789") for _ in range(81)) for _ in range(count)]
            text = r.choice([b"\n", b"\r\n", b"\n\n"]).join(lines)
            if r.random() < 0.3 and text:
                place = r.randrange(len(text))
                text = text[:place] + bytes([r.choice(LETTERS)]) + text[place + r.randint(0, 2) :]
            memory = ctypes.create_string_buffer(text, max(1, len(text)))
            room = r.choice([0, 1, count, count + 3])
            numbers = (ctypes.c_size_t * 2)(room, 99)
            where = ctypes.addressof(numbers)
            self.call(
                name, self.maybe(ctypes.addressof(memory)), len(text), self.maybe(self.buffer(room * 81)),
                self.maybe(where), self.maybe(where + 8),
            )
            assert numbers[0] <= room and (numbers[1] == 99 or numbers[1] <= len(text))
        elif name == "sudoku_read":
            lines = [bytes(r.choice(b".123456789") for _ in range(81)) for _ in range(count)]
            text = r.choice([b"", b"puzzle\n", b"{", b"[Puzzle]\n"]) + b"\n".join(lines)
            if r.random() < 0.3:
                text += bytes(r.choice(LETTERS) for _ in range(r.choice([1, 80, 81, 300])))
            memory = ctypes.create_string_buffer(text, max(1, len(text)))
            room = r.choice([0, 1, count, count + 3])
            number = ctypes.c_size_t(room)
            self.call(
                name, self.maybe(ctypes.addressof(memory)), len(text), self.maybe(self.buffer(room * 81)),
                self.maybe(ctypes.addressof(number)),
            )
        elif name == "sudoku_write_lines":
            self.call(name, boards, given, bytes([r.randrange(256)]), self.maybe(self.buffer(size * 82)))
        elif name == "sudoku_solve":
            self.call(
                name, boards, given, self.number(1, 2, 2, 3, 100), threads, self.maybe(self.buffer(size * 81)),
                self.maybe(self.buffer(size * 4)), self.maybe(self.buffer(size * 4)),
            )
        elif name == "sudoku_minimality":
            self.call(name, boards, given, threads, self.maybe(self.buffer(size)))
        elif name == "sudoku_redundant_clues":
            self.call(name, boards, given, threads, self.maybe(self.buffer(size * 81)))
        elif name == "sudoku_candidates":
            self.call(name, boards, given, self.maybe(self.buffer(size * 162)))
        elif name == "sudoku_identify":
            outs = self.maybe(self.buffer(size * 29), 0.2), self.maybe(self.buffer(size * 29), 0.2)
            self.call(name, boards, given, threads, *outs)
        elif name == "sudoku_game_ids":
            starts = self.maybe(self.buffer(size * 8), 0.2)
            self.call(name, boards, given, starts, self.maybe(self.buffer(size * 52)))
        elif name == "sudoku_canonicalize":
            # The forms of nearly empty boards take long.
            few = min(given, 2) if given < 1 << 32 else given
            outs = self.maybe(self.buffer(size * 81)), self.maybe(self.buffer(size * 4))
            self.call(name, boards, few, r.choice(NAMES), threads, *outs)
        elif name == "sudoku_augment":
            copies = r.choice([0, 1, 2, 5])
            outs = self.maybe(self.buffer(size * copies * 81)), self.maybe(self.buffer(size * copies * 81))
            if given >= 1 << 32:
                copies = r.choice([1, (1 << 32) - 1])
            others = self.maybe(self.boards(count), 0.3) if given < 1 << 32 else boards
            self.call(
                name, boards, others, given, copies, r.getrandbits(64), r.getrandbits(64), threads, *outs
            )
        elif name == "sudoku_scales":
            text = ctypes.c_void_p()
            self.call(name, self.maybe(ctypes.addressof(text)))
            assert text.value is None or ctypes.string_at(text.value)[:1] == b"["
            self.lib.sudoku_free(text)
        elif name == "sudoku_grade":
            flag = ctypes.c_int32(r.choice([0, 0, 0, 1]))
            self.call(
                name, boards, given, r.choice(NAMES[:3] * 3 + NAMES), r.choice([0, 1, 1000, (1 << 64) - 1]),
                threads, self.maybe(ctypes.addressof(flag), 0.5), self.maybe(self.buffer(size * 12)),
                self.maybe(self.buffer(size)), self.maybe(self.buffer(size)),
            )
        elif name in ("sudoku_generate", "sudoku_generate_levels"):
            flag = ctypes.c_int32(r.choice([0, 0, 0, 1]))
            number = r.choice([0, 1, 3])
            widths = (81, 81, 12) if name == "sudoku_generate" else (81, 81, 12, 1)
            outs = [self.maybe(self.buffer(number * wide)) for wide in widths]
            if r.random() < 0.05:
                number = r.choice([(1 << 63) - 1, (1 << 64) - 1])
            first = r.choice([0, 5, 10**15 - 3, 10**15, (1 << 64) - 1])
            self.call(
                name, r.choice(OPTIONS), r.getrandbits(64), first, number, threads,
                self.maybe(ctypes.addressof(flag), 0.5), *outs,
            )
        else:
            self.player()

    def player(self) -> None:
        r = self.random
        handle = ctypes.c_void_p()
        options = r.choice([None, b"{}", b"{", b"[]", b'{"data":7}', b'{"store":"unknown:x"}', b'{"data":""}', b"\xff"])
        self.call("sudoku_player_open", options, self.maybe(ctypes.addressof(handle)))
        for _ in range(3 if handle.value else 1):
            request = r.choice(REQUESTS)
            text = ctypes.c_void_p()
            length = 0 if request is None else len(request)
            self.call(
                "sudoku_player_request", handle.value, self.maybe(request), length,
                self.maybe(ctypes.addressof(text)),
            )
            if text.value:
                ctypes.string_at(text.value).decode()
            self.lib.sudoku_free(text)
            self.lib.sudoku_player_cancel(handle.value)
        self.lib.sudoku_player_close(handle.value)


def main() -> None:
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    faulthandler.enable()
    faults = []

    def run(number: int) -> None:
        try:
            fuzzer = Fuzzer(number)
            for _ in range(count):
                fuzzer.one()
        except BaseException as fault:
            faults.append((number, repr(fault)))

    # Tables are made at the first use; a fork amid that would leave them half made.
    run(seed * 10 + 8)
    threads = [threading.Thread(target=run, args=(seed * 10 + index,)) for index in range(3)]
    for thread in threads:
        thread.start()
    # A child forked amid calls of other threads can call, too; players are for the parent alone.
    for index in range(3):
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            fuzzer = Fuzzer(seed * 10 + 5 + index)
            fuzzer.player = lambda: None
            for _ in range(count // 4):
                fuzzer.one()
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != 0:
            faults.append((f"child {seed * 10 + 5 + index}", status))
    for thread in threads:
        thread.join()
    print(faults or "no fault", flush=True)
    sys.exit(1 if faults else 0)


main()
