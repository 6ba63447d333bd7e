"""Turns exported rows into token ids of a pruned vocabulary.

Usage: prepare.py ROWS OUTPUT [PIECES]
"""

import collections
import json
import pickle
import re
import sys
from pathlib import Path

import numpy as np

import pretrained

CLASSES = [
    "chain.can_sign",
    "chain.pool_state",
    "chain.resolve_address",
    "chain.swap_quote",
    "chain.token_account_owner",
    "chain.token_risk",
    "funding.rate",
    "game.players",
    "price",
    "social.value",
    "none",
]
# The kinds of entities, as in src/encoder/marked-text.ts. The empty kind means ordinary text.
KINDS = ["", "addresses", "foreignAddresses", "brokenAddresses", "handles", "dids", "bareNames", "pairs", "moneyPairs"]
KINDS += ["assets", "doubtfulAssets", "currencies", "venues", "games", "doubtfulGames", "gamesElsewhere", "appIds"]
KINDS += ["gameLikeNames", "amounts"]
PAD, UNKNOWN, START, END = range(4)
FIRST_MARK = 4
FIRST_PIECE = FIRST_MARK + len(KINDS)
MARK = "\0"
# A mark is a token that replaces an entity. Its vector starts as the pretrained vector of the word that is listed here.
MARK_WORDS = {"addresses": "▁address", "foreignAddresses": "▁address", "brokenAddresses": "▁address"}
MARK_WORDS |= {"handles": "▁user", "dids": "▁user"}
MAX_TOKENS = 128
MAX_PIECE = 16
UNKNOWN_COST = 25
DICTIONARIES = Path(__file__).parents[3] / "services/resolver/data/dictionary"
ALWAYS = set("abcdefghijklmnopqrstuvwxyz0123456789.,?!'\"-()/:;@#$%&*+=<>[]{}_▁")


def split(word: str, scores: dict[str, float]) -> list[str]:
    """Splits a word into the most probable pieces of a unigram language model."""
    best = [0.0] + [-1e9] * len(word)
    back = [0] * (len(word) + 1)
    for start in range(len(word)):
        for end in range(start + 1, min(len(word), start + MAX_PIECE) + 1):
            score = scores.get(word[start:end])
            if score is not None and best[start] + score > best[end]:
                best[end], back[end] = best[start] + score, start
        if best[start] - UNKNOWN_COST > best[start + 1]:
            best[start + 1], back[start + 1] = best[start] - UNKNOWN_COST, start
    pieces = []
    end = len(word)
    while end > 0:
        pieces.append(word[back[end] : end])
        end = back[end]
    return pieces[::-1]


def words_of(runs):
    """Yields each word of a row with its entity kind. A word after white space starts with "▁", as in SentencePiece."""
    spaced = True
    for text, kind in runs:
        if text == "":
            yield MARK, kind
            spaced = False
        for part in re.findall(r"\s+|\S+", text):
            if part[0].isspace():
                spaced = True
            else:
                yield ("▁" if spaced else "") + part, kind
                spaced = False


def count_words(rows) -> collections.Counter:
    counts = collections.Counter(word for row in rows for word, _ in words_of(row["runs"]) if word != MARK)
    for file in sorted(DICTIONARIES.glob("*.tsv")):
        for word in re.sub(r"[*,\t]", " ", file.read_text().lower()).split():
            counts["▁" + word.split("_")[0]] += 1
    return counts


def choose_pieces(counts, scores, in_order, size) -> list[str]:
    """Returns the pieces to keep: all letters, then pieces that occur at least twice, then the most common Latin
    pieces.
    """
    seen = collections.Counter()
    for word, count in counts.items():
        for piece in split(word, scores):
            seen[piece] += count
    letters = sorted(set("".join(counts)) | ALWAYS)
    common = [piece for piece in in_order if re.fullmatch(r"▁?[a-zà-ÿ]+", piece)]
    wanted = letters + [piece for piece, count in seen.most_common() if count > 1] + common
    return list(dict.fromkeys(piece for piece in wanted if piece in scores))[:size]


class Encoder:
    def __init__(self, pieces, scores):
        self.scores = {piece: scores[piece] for piece in pieces}
        self.ids = {piece: FIRST_PIECE + at for at, piece in enumerate(pieces)}
        self.known = {}

    def encode(self, runs):
        """Returns the ids and the kinds of a row's tokens. Drops the middle of a long row."""
        ids, kinds = [START], [0]
        for word, kind in words_of(runs):
            number = KINDS.index(kind)
            if word == MARK:
                own = [FIRST_MARK + number]
            else:
                if word not in self.known:
                    self.known[word] = [self.ids.get(piece, UNKNOWN) for piece in split(word, self.scores)]
                own = self.known[word]
            ids += own
            kinds += [number] * len(own)
        if len(ids) > MAX_TOKENS - 1:
            half = MAX_TOKENS // 2
            ids = ids[:half] + ids[half + 1 - MAX_TOKENS :]
            kinds = kinds[:half] + kinds[half + 1 - MAX_TOKENS :]
        return np.array(ids + [END], np.int32), np.array(kinds + [0], np.int32)


def main(rows_folder: str, output: str, size: str = "20000") -> None:
    rows = {file.stem: [json.loads(line) for line in file.open()] for file in sorted(Path(rows_folder).glob("*.jsonl"))}
    model = pretrained.load()
    scores = {piece: float(score) for piece, score in zip(model.pieces, model.scores)}
    for control in model.pieces[:4]:
        del scores[control]
    pieces = choose_pieces(count_words(rows["train"]), scores, model.pieces[4:], int(size))
    encoder = Encoder(pieces, scores)
    place = {piece: at for at, piece in enumerate(model.pieces)}
    vectors = model.words()
    kept = vectors[[place[piece] for piece in pieces]]
    mean = kept.mean(0)
    marks = [vectors[place[MARK_WORDS[kind]]] if kind in MARK_WORDS else mean for kind in KINDS]
    controls = [vectors[place[name]] for name in ("<pad>", "<unk>", "<s>", "</s>")]
    sets = {}
    for name, own in rows.items():
        tokens = [encoder.encode(row["runs"]) for row in own]
        sets[name] = {
            "ids": [ids for ids, _ in tokens],
            "kinds": [kinds for _, kinds in tokens],
            "classes": np.array([CLASSES.index(row["label"]) for row in own], np.int32),
            "missing": np.array([-1 if row["missing"] is None else int(row["missing"]) for row in own], np.int32),
            "rows": [{key: value for key, value in row.items() if key != "runs"} for row in own],
        }
        lengths = [len(ids) for ids, _ in tokens]
        print(f"{name}: {len(own)} questions, {np.mean(lengths):.1f} tokens on average")
    prepared = {
        "sets": sets,
        "pieces": pieces,
        "scores": [scores[piece] for piece in pieces],
        "words": np.concatenate([np.stack(controls + marks), kept]).astype(np.float32),
        "positions": model.vector("emb.pos").reshape(-1, model.width)[:MAX_TOKENS] + model.vector("emb.type")[: model.width],
        "norm": (model.vector("emb.ln.w"), model.vector("emb.ln.b")),
        "layers": [model.layer(number) for number in range(model.layers)],
    }
    Path(output).write_bytes(pickle.dumps(prepared))


if __name__ == "__main__":
    main(*sys.argv[1:])
