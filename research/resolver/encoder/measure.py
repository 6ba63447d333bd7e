"""Measures an encoder alone, and together with the linear model, on every held-out set.

Usage: measure.py PREPARED WEIGHTS

The set "dev" contains only authors from whom neither model learned. On this set, the script fits the probability that
combines both models, and the floors below which they refuse.
"""

import pickle
import re
import sys
from pathlib import Path

import jax.numpy as jnp
import numpy as np

from network import predict, rounded
from prepare import CLASSES

TYPES = CLASSES[:-1]
# The cost of a wrong answer, in refusals. The linear model uses the same cost (src/training/floor.ts).
WRONG_COST = 3.5
MIN_PROBABILITY = 0.05
NATURAL = ["held-out-personas", "held-out-blind", "held-out-mixed", "held-out-daily"]
SINGLE = NATURAL + ["held-out-twins", "held-out-varied", "held-out-chain", "held-out"]
LANGUAGES = "es de fr pt it ru tr zh ja ko pl nl id hi ar uk cs ro sv vi th el he hu fi da no sw bn ur fa tl other"
LANGUAGE_TAG = re.compile(rf"(?:lang:)?(?:{'|'.join(LANGUAGES.split())})")
BANDS = [(0.1, 0.97), (0.02, 0.99)]


def softmax(logits):
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def logit(probability):
    bounded = min(1 - 1e-4, max(1e-4, probability))
    return np.log(bounded / (1 - bounded))


def interval(count, total):
    """Returns a share with its 95 % Wilson interval, as text."""
    if total == 0:
        return "-"
    z = 1.959964
    share = count / total
    middle = share + z * z / (2 * total)
    half = z * np.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    low, high = ((middle + sign * half) / (1 + z * z / total) for sign in (-1, 1))
    return f"{100 * share:.1f}% ({100 * max(0, low):.1f} to {100 * min(1, high):.1f})"


def candidates_of(rows, classes, missing):
    """Returns three lists with one entry for each possible class of a question: evidence, number of the question,
    resolution.

    A class is possible if at least one of the two models gives it MIN_PROBABILITY.
    """
    evidence, questions, resolutions = [], [], []
    for at, row in enumerate(rows):
        for number, name in enumerate(TYPES):
            own = row["byClass"][name]
            if own["outcome"] == "none" or max(classes[at, number], own["probability"]) < MIN_PROBABILITY:
                continue
            lacks = own["outcome"] == "missing"
            linear, encoder = logit(own["probability"]), logit(classes[at, number])
            nones = [logit(classes[at, -1]), logit(row["whole"]["none"])]
            values = [1, linear, encoder, *nones, logit(row["whole"][name]), lacks, lacks * linear, lacks * encoder]
            values += [own["probability"] == 0, min(linear, encoder), max(linear, encoder)]
            evidence.append(values + [missing[at], lacks * missing[at]])
            questions.append(at)
            resolutions.append(own)
    return np.array(evidence, float), np.array(questions), resolutions


def fitted(evidence, right):
    """Fits a logistic regression by Newton's method. Returns the function from evidence to probability."""
    mean, spread = evidence.mean(0), evidence.std(0)
    spread[spread == 0] = 1
    mean[0], spread[0] = 0, 1
    scaled = (evidence - mean) / spread
    weights = np.zeros(evidence.shape[1])
    for _ in range(60):
        probability = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (probability - right) + weights
        curve = (scaled.T * (probability * (1 - probability))) @ scaled + np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return lambda given: 1 / (1 + np.exp(-((given - mean) / spread) @ weights))


def best_of(count, probabilities, questions, resolutions):
    """Returns, for each question, its most probable resolution and the probability of this resolution."""
    best = [(0.0, None)] * count
    for probability, at, own in zip(probabilities, questions, resolutions):
        if probability > best[at][0]:
            best[at] = (probability, own)
    return best


def outcomes_of(best, floors):
    """Returns the outcome of each question, and whether the answer is right. A refusal has no such value."""
    found = []
    for probability, own in best:
        refused = own is None or probability < floors[own["outcome"]]
        found.append(("none", False) if refused else (own["outcome"], own["exact"]))
    return found


def cost_of(rows, best, floors):
    total = 0.0
    for row, (outcome, exact) in zip(rows, outcomes_of(best, floors)):
        if outcome == "none":
            total += not row["refusable"]
        elif not exact:
            total += WRONG_COST if outcome == "type" else 1
    return total


def floors_for(rows, best):
    grid = [step / 50 for step in range(10, 50)] + [0.985, 0.99, 0.995]
    floors = {"type": 0.8, "missing": 0.5}
    for outcome in ("type", "missing"):
        floors[outcome] = min(grid, key=lambda floor: cost_of(rows, best, {**floors, outcome: floor}))
    return floors


def is_foreign(row):
    return any(LANGUAGE_TAG.fullmatch(tag) for tag in row["tags"])


def report(title, rows, outcomes):
    exact = sum(row["refusable"] if outcome == "none" else right for row, (outcome, right) in zip(rows, outcomes))
    closed = [outcome for row, (outcome, _) in zip(rows, outcomes) if row["unanswerable"]]
    open_ = [outcome for row, (outcome, _) in zip(rows, outcomes) if row["answerable"]]
    rates = [interval(exact, len(rows)), interval(closed.count("type"), len(closed))]
    print(f"| {title} | {len(rows)} | {rates[0]} | {rates[1]} | {interval(open_.count('none'), len(open_))} |")


class Measurement:
    def __init__(self, prepared, weights):
        words = jnp.asarray(prepared["words"])
        self.sets = {name: own for name, own in prepared["sets"].items() if name != "train"}
        self.rows = {name: own["rows"] for name, own in self.sets.items()}
        self.read = {}
        for name, own in self.sets.items():
            classes, missing = predict(weights, words, own)
            self.read[name] = (softmax(classes), missing)
        self.candidates = {name: candidates_of(self.rows[name], *self.read[name]) for name in self.sets}
        self.fit_on_dev()

    def fit_on_dev(self):
        rows, (evidence, questions, resolutions) = self.rows["dev"], self.candidates["dev"]
        right = np.array([own["typeRight" if own["outcome"] == "type" else "exact"] for own in resolutions], float)
        authors = sorted({row["author"] for row in rows})
        half = np.array([authors.index(rows[at]["author"]) % 2 for at in questions])
        # A probability looks too good on the authors that it was fitted to. So each half of the authors gets
        # probabilities that were fitted to the other half.
        probabilities = np.zeros(len(right))
        for side in (0, 1):
            probabilities[half == side] = fitted(evidence[half != side], right[half != side])(evidence[half == side])
        self.floors = floors_for(rows, best_of(len(rows), probabilities, questions, resolutions))
        self.judge = fitted(evidence, right)
        self.encoder_floors = floors_for(rows, self.encoder_best("dev"))

    def encoder_best(self, name):
        classes, _ = self.read[name]
        choices = classes[:, :-1].argmax(1)
        best = [(classes[at, own], self.rows[name][at]["byClass"][TYPES[own]]) for at, own in enumerate(choices)]
        return [(0.0, None) if own["outcome"] == "none" else (probability, own) for probability, own in best]

    def linear(self, name):
        return [(row["linear"]["outcome"], row["linear"]["exact"]) for row in self.rows[name]]

    def encoder(self, name):
        return outcomes_of(self.encoder_best(name), self.encoder_floors)

    def both(self, name, floors=None):
        evidence, questions, resolutions = self.candidates[name]
        best = best_of(len(self.rows[name]), self.judge(evidence), questions, resolutions)
        return outcomes_of(best, floors or self.floors)

    def cascade(self, name, band):
        """Decides with both models if the linear model's probability is in the band, and with the linear model alone
        otherwise.
        """
        own = [row["linear"]["probability"] for row in self.rows[name]]
        pairs = zip(own, self.linear(name), self.both(name))
        return [both if band[0] <= probability <= band[1] else linear for probability, linear, both in pairs]

    def table(self, title, names, wanted=lambda row: True):
        print(f"\n## {title}\n\n| model | n | exact | false answers | false refusals |\n| --- | --- | --- | --- | --- |")
        systems = {"linear": self.linear, "encoder": self.encoder, "both": self.both}
        for band in BANDS:
            systems[f"cascade {band[0]}-{band[1]}"] = lambda name, band=band: self.cascade(name, band)
        for system, decide in systems.items():
            pairs = [pair for name in names for pair in zip(self.rows[name], decide(name)) if wanted(pair[0])]
            report(system, [row for row, _ in pairs], [outcome for _, outcome in pairs])

    def floors_table(self, names):
        print("\n## Floors of both\n\n| floor | n | exact | false answers | false refusals |\n| --- | --- | --- | --- | --- |")
        rows = [row for name in names for row in self.rows[name]]
        for floor in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.94, 0.96, 0.98):
            floors = {**self.floors, "type": floor}
            report(f"{floor:.2f}", rows, [outcome for name in names for outcome in self.both(name, floors)])


def main(prepared_file, weights_file):
    prepared = pickle.loads(Path(prepared_file).read_bytes())
    measured = Measurement(prepared, rounded(pickle.loads(Path(weights_file).read_bytes())))
    print(f"floors of both {measured.floors}, of the encoder {measured.encoder_floors}")
    measured.table("dev", ["dev"])
    measured.table("natural authors", NATURAL)
    for name in SINGLE:
        measured.table(name, [name])
    spoken = [*NATURAL, "held-out-varied", "held-out"]
    measured.table("other languages", spoken, is_foreign)
    measured.table("English", spoken, lambda row: not is_foreign(row))
    for author in ("twoquestions", "followups", "conditions"):
        measured.table(author, ["held-out-composed"], lambda row, author=author: row["author"] == author)
    measured.floors_table(NATURAL)


if __name__ == "__main__":
    main(*sys.argv[1:])
