"""Fine-tunes the first layers of multilingual-e5-small on one thread.

Usage: train.py PREPARED OUTPUT LAYERS STEPS [SEED]
"""

import os
import pickle
import sys
import time
from functools import partial
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp
import numpy as np

from network import batches, first_weights, forward, padded
from prepare import FIRST_PIECE, UNKNOWN

TOKENS = 1024
TOP_RATE = 3e-4
WARM_UP = 40
MISSING_WEIGHT = 0.3
DECAY = 0.01
# Share of the generated questions that the training uses. It is below 1, because these questions resemble each other.
GENERATED = ("varied", "chain")
GENERATED_SHARE = 0.4
HIDDEN_TOKENS = 0.07
HIDDEN_ENTITIES = 0.25


def loss_of(weights, words, batch, key):
    classes, missing = forward(weights, words, batch["ids"], batch["kinds"], key)
    own = jnp.take_along_axis(jax.nn.log_softmax(classes), batch["classes"][:, None], 1)[:, 0]
    class_loss = -(own * batch["real"]).sum() / batch["real"].sum()
    known = (batch["missing"] >= 0) * batch["real"]
    each = jax.nn.softplus(missing) - batch["missing"] * missing
    missing_loss = (each * known).sum() / jnp.maximum(1, known.sum())
    return class_loss + MISSING_WEIGHT * missing_loss, class_loss


@partial(jax.jit, donate_argnums=(0, 1, 2))
def learn(weights, mean, square, words, batch, key, step, rate):
    """Takes one step of AdamW."""
    (_, class_loss), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, words, batch, key)
    length = jnp.sqrt(sum((own * own).sum() for own in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda own: own * jnp.minimum(1.0, 1.0 / length), slope)
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, mean, slope)
    square = jax.tree.map(lambda old, new: 0.98 * old + 0.02 * new * new, square, slope)

    def moved(weight, m, s):
        change = (m / (1 - 0.9**step)) / (jnp.sqrt(s / (1 - 0.98**step)) + 1e-6)
        return weight - rate * (change + DECAY * weight * (weight.ndim > 1))

    return jax.tree.map(moved, weights, mean, square), mean, square, class_loss


def with_hidden_words(ids, kinds, random):
    """Replaces random tokens, and the names of random entities, by the unknown token, so that the encoder learns the
    sentence.
    """
    ids = ids.copy()
    ids[(random.random(ids.shape) < HIDDEN_TOKENS) & (ids >= FIRST_PIECE)] = UNKNOWN
    for row, own in enumerate(kinds):
        entity = np.cumsum(np.diff(own, prepend=0) != 0)
        chosen = random.random(entity.max() + 1) < HIDDEN_ENTITIES
        ids[row, (own > 0) & (ids[row] >= FIRST_PIECE) & chosen[entity]] = UNKNOWN
    return ids


def chosen_questions(questions, random):
    authors = np.array([row["author"] for row in questions["rows"]])
    numbers = np.nonzero(~np.isin(authors, GENERATED) | (random.random(len(authors)) < GENERATED_SHARE))[0]
    return {
        "ids": [questions["ids"][at] for at in numbers],
        "kinds": [questions["kinds"][at] for at in numbers],
        "classes": questions["classes"][numbers],
        "missing": questions["missing"][numbers],
    }


def main(prepared_file, output, layers, steps, seed="7"):
    prepared = pickle.loads(Path(prepared_file).read_bytes())
    random = np.random.default_rng(int(seed))
    questions = chosen_questions(prepared["sets"]["train"], random)
    words = jnp.asarray(prepared["words"])
    weights = first_weights(prepared, [int(number) for number in layers.split(",")], int(seed))
    mean, square = jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights)
    key = jax.random.PRNGKey(int(seed))
    last, plan, shown = int(steps), [], None
    for step in range(1, last + 1):
        plan = plan or batches(questions["ids"], TOKENS, random)
        numbers, length, size = plan.pop()
        ids, kinds = padded(questions, numbers, length, size)
        lacking = (0, size - len(numbers))
        batch = {
            "ids": with_hidden_words(ids, kinds, random),
            "kinds": kinds,
            "classes": np.pad(questions["classes"][numbers], lacking),
            "missing": np.pad(questions["missing"][numbers], lacking, constant_values=-1),
            "real": np.pad(np.ones(len(numbers), np.float32), lacking),
        }
        rate = TOP_RATE * min(1, step / WARM_UP) * max(0.02, 1 - step / last)
        key, own_key = jax.random.split(key)
        weights, mean, square, loss = learn(weights, mean, square, words, batch, own_key, float(step), rate)
        shown = float(loss) if shown is None else 0.96 * shown + 0.04 * float(loss)
        if step % 25 == 0:
            print(f"step {step} of {last}: loss {shown:.4f}, {time.process_time():.0f} s of CPU", flush=True)
    Path(output).write_bytes(pickle.dumps(jax.tree.map(np.asarray, weights)))


if __name__ == "__main__":
    main(*sys.argv[1:])
