"""The encoder: some layers of a transformer, an output for the class, and an output for a missing parameter."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from prepare import CLASSES, FIRST_PIECE, KINDS, PAD

HEADS = 12
KEPT = 0.9
# Lengths, in tokens, to which a batch is padded.
LENGTHS = [16, 24, 40, 72, 128]
MATRICES = ("q.w", "k.w", "v.w", "ao.w", "fi.w", "fo.w")


def first_weights(prepared, layers, seed):
    """Returns the pretrained weights, with new outputs. Word vectors are not included, because the training keeps them
    fixed.
    """
    random = np.random.default_rng(seed)
    width = prepared["words"].shape[1]
    own = [prepared["layers"][number] for number in layers]
    weights = {
        "marks": prepared["words"][:FIRST_PIECE],
        "kinds": np.zeros((len(KINDS), width)),
        "positions": prepared["positions"],
        "norm.w": prepared["norm"][0],
        "norm.b": prepared["norm"][1],
        "layers": {name: np.stack([layer[name] for layer in own]) for name in own[0]},
        "class.w": random.normal(0, 0.02, (2 * width, len(CLASSES))),
        "class.b": np.zeros(len(CLASSES)),
        "missing.w": random.normal(0, 0.02, (2 * width, 1)),
        "missing.b": np.zeros(1),
    }
    return jax.tree.map(lambda weight: jnp.asarray(weight, jnp.float32), weights)


def normalized(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12) * scale + shift


def dropped(key, x, shape):
    return x if key is None else x * jax.random.bernoulli(key, KEPT, shape) / KEPT


def forward(weights, words, ids, kinds, key=None):
    """Returns the logits of the classes and of a missing parameter. If a random key is given, it applies dropout."""
    batch, length = ids.shape
    real = ids != PAD
    vectors = jnp.where(
        (ids < FIRST_PIECE)[..., None], weights["marks"][jnp.minimum(ids, FIRST_PIECE - 1)], words[ids]
    )
    x = vectors + weights["kinds"][kinds] + weights["positions"][:length]
    x = normalized(x, weights["norm.w"], weights["norm.b"])
    width = x.shape[-1]
    hidden = jnp.where(real, 0.0, -1e9)[:, None, None, :]

    def by_head(t):
        return t.reshape(batch, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

    def layer(x, given):
        own, layer_key = given
        after_attention, after_inner = (None, None) if key is None else jax.random.split(layer_key)
        q, k, v = (by_head(x @ own[f"{name}.w"] + own[f"{name}.b"]) for name in ("q", "k", "v"))
        attention = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / (width // HEADS) ** 0.5 + hidden, -1)
        mixed = (attention @ v).transpose(0, 2, 1, 3).reshape(batch, length, width) @ own["ao.w"] + own["ao.b"]
        x = normalized(x + dropped(after_attention, mixed, (batch, 1, width)), own["aln.w"], own["aln.b"])
        inner = jax.nn.gelu(x @ own["fi.w"] + own["fi.b"], approximate=True) @ own["fo.w"] + own["fo.b"]
        return normalized(x + dropped(after_inner, inner, (batch, 1, width)), own["oln.w"], own["oln.b"]), None

    count = weights["layers"]["q.w"].shape[0]
    keys = jnp.zeros((count + 1, 2), jnp.uint32) if key is None else jax.random.split(key, count + 1)
    x, _ = jax.lax.scan(layer, x, (weights["layers"], keys[:-1]))
    share = real[..., None] / real.sum(1)[:, None, None]
    pooled = jnp.concatenate([(x * share).sum(1), x[:, 0]], -1)
    pooled = dropped(None if key is None else keys[-1], pooled, pooled.shape)
    missing = pooled @ weights["missing.w"] + weights["missing.b"]
    return pooled @ weights["class.w"] + weights["class.b"], missing[:, 0]


def batches(ids, tokens, random=None):
    """Groups questions of similar length. Returns, for each group, the questions' numbers, the padded length and the
    batch size.
    """
    bucket = np.searchsorted(LENGTHS, [len(own) for own in ids])
    found = []
    for at, length in enumerate(LENGTHS):
        numbers = np.nonzero(bucket == at)[0]
        if random is not None:
            random.shuffle(numbers)
        size = max(1, tokens // length)
        found += [(numbers[first : first + size], length, size) for first in range(0, len(numbers), size)]
    return found if random is None else [found[at] for at in random.permutation(len(found))]


def rounded(weights):
    """Returns the weights with each matrix of a layer rounded to 8 bits, with one scale for each output."""

    def round_matrix(matrix):
        scale = np.maximum(np.abs(matrix).max(-2, keepdims=True) / 127, 1e-12)
        return np.round(matrix / scale) * scale

    layers = {name: round_matrix(own) if name in MATRICES else own for name, own in weights["layers"].items()}
    return {**weights, "layers": layers}


@partial(jax.jit)
def _logits(weights, words, ids, kinds):
    return forward(weights, words, ids, kinds)


def predict(weights, words, questions, tokens=1024):
    """Returns the logits of the classes and of a missing parameter for each question."""
    count = len(questions["ids"])
    classes, missing = np.zeros((count, len(CLASSES)), np.float32), np.zeros(count, np.float32)
    for numbers, length, size in batches(questions["ids"], tokens):
        ids, kinds = padded(questions, numbers, length, size)
        own_classes, own_missing = _logits(weights, words, ids, kinds)
        classes[numbers] = np.asarray(own_classes)[: len(numbers)]
        missing[numbers] = np.asarray(own_missing)[: len(numbers)]
    return classes, missing


def padded(questions, numbers, length, size):
    """Returns the ids and kinds of a batch. An unused row gets one token, so that no mean over its tokens divides by
    zero.
    """
    ids, kinds = np.full((size, length), PAD, np.int32), np.zeros((size, length), np.int32)
    ids[len(numbers) :, 0] = FIRST_PIECE - 1
    for row, number in enumerate(numbers):
        own = questions["ids"][number]
        ids[row, : len(own)] = own
        kinds[row, : len(own)] = questions["kinds"][number]
    return ids, kinds
