"""The rules of a sync store, for one document: hashes, what fits a stream, summaries, digests.

They are the same for every store; the article "Writing a store" explains them.
"""
M = 2**64 - 1
DIGITS = str.maketrans("0123456789abcdefghjkmnpqrstvwxyz", "0123456789abcdefghijklmnopqrstuv")


def chain(hash, line):
    """The hash of a stream with one more line (bytes, without the line feed)."""
    def mix(a, b):
        return a * b >> 64 ^ a * b & M
    hash = mix(hash ^ 0xA0761D6478BD642F, len(line) ^ 0xE7037ED1A0B428DB)
    for word in (line[i:i + 8] for i in range(0, len(line), 8)):
        last = 0x8EBC6AF09C88C6E3 if len(word) == 8 else 0x589965CC75374CC3
        hash = mix(hash ^ int.from_bytes(word, "little"), last)
    return mix(hash, 0x1D8E4E27C47D124F)


def scatter(x):
    """A step of splitmix64."""
    x = (x + 0x9E3779B97F4A7C15) & M
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M
    x = (x ^ x >> 27) * 0x94D049BB133111EB & M
    return x ^ x >> 31


def stamp(text):
    """The two numbers of a stamp, as in "1795176000000+3", in the order of time."""
    return [int(number) for number in (text + "+0").split("+")[:2]]


def played(game):
    """When a person last did something in a game."""
    return stamp(game.get("played", game["lastSaved"]))


def last(summary):
    """When a document was saved last."""
    return played(summary["game"]) if "game" in summary else stamp(summary["lastStamp"])


def is_open(summary):
    """Whether it is a game that can be played on."""
    game = summary.get("game", {"isLost": True})
    hidden = game.get("abandonedState", {}).get("isAbandoned")
    return not ("completed" in game or game.get("isLost") or hidden)


def merge(old, new):
    """What two summaries say together: the earliest completion, otherwise the latest state."""
    def rank(game):
        done = "completed" in game
        when = [-n for n in stamp(game["completed"])] if done else stamp(game["lastSaved"])
        numbers = game["elapsedMilliseconds"], game["mistakes"], game["hintsUsed"]
        return done, when, numbers, game.get("isLost", False), game.get("filledCells", 0)
    if "game" not in old or "game" not in new:
        return max(old, new, key=lambda summary: ("game" in summary, last(summary)))
    less, more = sorted([old["game"], new["game"]], key=rank)
    game = {**less, **more, "isLost": more.get("isLost", False)}
    game["lastSaved"] = max(less["lastSaved"], more["lastSaved"], key=stamp)
    latest = max(less, more, key=lambda g: (played(g), -g.get("playedDate", played(g)[0])))
    game["played"] = latest.get("played", latest["lastSaved"])
    for name, source in [("completedDate", more), ("playedDate", latest)]:
        game.pop(name, None)
        if name in source:
            game[name] = source[name]
    hidden = [g["abandonedState"] for g in (less, more) if "abandonedState" in g]
    if hidden:
        game["abandonedState"] = max(
            hidden, key=lambda a: (stamp(a["stamp"]), a.get("step", 0), a["isAbandoned"]))
    return {"game": game}


class Document:
    """A summary and the operations of each device: a stream, with the hash after each line."""

    def __init__(self, id, summary):
        self.id, self.summary, self.streams = id, summary, {}
        self.key = chain(0, id.encode())

    def heads(self):
        return {device: f"{len(s) - 1}:{s[-1][0]:016x}"
                for device, s in self.streams.items() if len(s) > 1}

    def digest(self):
        return sum(
            scatter(scatter(scatter(self.key ^ int(device.translate(DIGITS), 32)) ^ len(s) - 1)
                    ^ s[-1][0])
            for device, s in self.streams.items() if len(s) > 1) & M

    def chunks(self, starts):
        """The operations of some devices, each from a number on."""
        return [
            {"device": device, "firstSeq": n, "previousHash": f"{s[n - 1][0]:016x}",
             "hash": f"{s[-1][0]:016x}", "lines": "".join(line for _, line in s[n:])}
            for device, n in starts.items() for s in [self.streams[device]] if n < len(s)]

    def delta(self, known):
        """What somebody lacks who knows these heads; all of a stream that contradicts them."""
        starts = {}
        for device, s in self.streams.items():
            n, hash = known.get(device, "0:0").split(":")
            knows = int(n) >= len(s) or s[int(n)][0] == int(hash, 16)
            starts[device] = int(n) + 1 if knows else 1
        return {"id": self.id, "summary": self.summary, "heads": self.heads(),
                "chunks": self.chunks(starts)}

    def add(self, delta):
        """Takes in what fits. Gives what to say of it, where each stream goes on, and whether all of it is held."""
        boards = [s["game"]["clues"] for s in (self.summary, delta["summary"]) if "game" in s]
        outcome = {"id": self.id, "heads": self.heads(), "diverged": []}
        if delta["summary"].get("game", delta["summary"])["id"] != self.id:
            return {**outcome, "refusal": f"the summary of {self.id} names another"}, {}, False
        if len(set(boards)) > 1:
            return {**outcome, "refusal": f"{self.id} names two different boards"}, {}, False
        starts, covered = {}, True
        for chunk in delta["chunks"]:
            device, before = chunk["device"], chunk["firstSeq"] - 1
            s = self.streams.setdefault(device, [(0, "")])
            new = [(int(chunk["previousHash"], 16), "")]
            for line in chunk["lines"].split("\n")[:-1]:
                new.append((chain(new[-1][0], line.encode()), line + "\n"))
            if any(a[0] != b[0] for a, b in zip(s[before:], new)):
                outcome["diverged"] = sorted({*outcome["diverged"], device})
            elif before < len(s) < before + len(new) and device not in outcome["diverged"]:
                starts.setdefault(device, len(s))
                s += new[len(s) - before:]
            covered = covered and before + len(new) <= len(s)
        outcome["heads"] = self.heads()
        # A summary is believed only with all operations it was made from.
        sent = delta.get("heads") or {}
        covered = covered and all(
            int(head.split(":")[0]) < len(self.streams.get(device, [0])) for device, head in sent.items())
        if covered and not outcome["diverged"]:
            whole = all(sent.get(device) == head for device, head in self.heads().items())
            old = self.summary
            self.summary = delta["summary"] if whole and sent else merge(old, delta["summary"])
        return outcome, starts, covered


def cut(items, limit):
    """A page, and whether more follow."""
    return items[:max(limit, 1)], len(items) > max(limit, 1)


class Documents:
    """All documents, the order in which they changed, and the digest of all that is held."""

    def __init__(self):
        self.documents, self.changes, self.leaves = {}, [], {}

    def status(self):
        digest = sum(self.leaves.values()) & M
        return {"revision": len(self.changes), "digest": f"{digest:016x}"}

    def append(self, batch):
        outcomes = []
        for delta in batch["documents"]:
            id = delta["id"]
            document = self.documents.get(id) or Document(id, delta["summary"])
            summary, digest, leaf = document.summary, document.digest(), document.key >> 48
            outcome, starts, covered = document.add(delta)
            outcomes.append(outcome)
            is_new = id not in self.documents and not delta["chunks"] and covered
            if starts or is_new or document.summary != summary:
                self.documents[id] = document
                self.leaves[leaf] = (self.leaves.get(leaf, 0) + document.digest() - digest) & M
                self.changes.append((id, starts))
        receipt, asked = {"outcomes": outcomes}, batch.get("question")
        if asked and asked["id"] in self.documents:
            receipt["answer"] = self.documents[asked["id"]].delta(asked["known"])
        return {"receipt": receipt}

    def answer(self, query, epoch):
        kind = query["kind"]
        if kind == "document":
            document = self.documents.get(query["document"])
            return {"document": document.delta(query["after"])} if document else {}
        if kind == "contents":
            return {"contents": self.contents()}
        if kind == "inProgress":
            return {"page": self.in_progress(query["limit"], query.get("before", ""))}
        if kind == "changes":
            return {"page": self.changed(query.get("since", ""), query["limit"], epoch)}
        if kind == "digests":
            return {"page": {"digests": self.digests(query["nodes"])}}
        return {"page": self.holdings(query["leaves"], query.get("after", ""), query["limit"])}

    def in_progress(self, limit, token):
        """Games that can be played on, the newest first; a token is where a page ended."""
        def place(document):
            return last(document.summary), document.id
        found = [d for d in self.documents.values() if is_open(d.summary)]
        parts = token.split(" ")
        if len(parts) == 3:
            end = [int(parts[0]), int(parts[1])], parts[2]
            found = [d for d in found if place(d) < end]
        shown, more = cut(sorted(found, key=place, reverse=True), limit)
        page = {"summaries": [d.summary for d in shown]}
        if more:
            page["next"] = "%d %d %s" % (*last(shown[-1].summary), shown[-1].id)
        return page

    def changed(self, cursor, limit, epoch):
        """A cursor is a place in the list of changes; any other one begins at the beginning."""
        own, _, number = cursor.rpartition(":")
        known = own == epoch and number.isdecimal() and int(number) <= len(self.changes)
        start = int(number) if known else 0
        shown, more = cut(self.changes[start:], limit)
        first = {}
        for id, starts in shown:
            first[id] = {**starts, **first.get(id, {})}
        documents = [
            {"id": id, "summary": self.documents[id].summary,
             "chunks": self.documents[id].chunks(starts)} for id, starts in first.items()]
        return {"documents": documents, "next": f"{epoch}:{start + len(shown)}", "hasMore": more}

    def digests(self, nodes):
        """The digests of all 256 nodes, or of the leaves of some."""
        sums = {}
        for leaf, value in self.leaves.items():
            if not nodes or leaf // 256 in nodes:
                number = leaf if nodes else leaf // 256
                sums[number] = (sums.get(number, 0) + value) & M
        return {str(number): f"{value:016x}" for number, value in sums.items() if value}

    def holdings(self, leaves, after, limit):
        found = [d for id, d in sorted(self.documents.items()) if id > after]
        shown, more = cut([d for d in found if d.key >> 48 in leaves], limit)
        return {"holdings": [{"id": d.id, "heads": d.heads()} for d in shown], "hasMore": more}

    def contents(self):
        games = [d.summary for d in self.documents.values() if "game" in d.summary]
        contents = {"games": len(games), "completedGames": sum("completed" in s["game"] for s in games)}
        if games:
            contents["lastSavedMilliseconds"] = max(last(s)[0] for s in games)
        return contents
