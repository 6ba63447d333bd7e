/** One step of a model: what happens, the state after it, and whether it uses up one of the faults of a run. */
export type Step<State> = { readonly label: string; readonly to: State; readonly isFault: boolean };

/** A model with finitely many states. Its functions must not change a state. */
export type StateModel<State> = {
  readonly initial: State;
  /** Returns a text that is equal for two states if and only if the states are equal. */
  readonly key: (state: State) => string;
  readonly steps: (state: State) => readonly Step<State>[];
  /** Returns which rule a state breaks. Every reachable state must return undefined. */
  readonly broken: (state: State) => string | undefined;
  /** Returns which rule a final state breaks. A state is final when no step without a fault leads to another state. */
  readonly brokenAtEnd: (state: State) => string | undefined;
};

/** The result of an exploration. */
export type Exploration = {
  readonly states: number;
  readonly steps: number;
  readonly finalStates: number;
  /** Whether the exploration reached every state. It stops early at `maxStates`, and at a broken rule. */
  readonly isComplete: boolean;
  /** The first broken rule, with the labels of a shortest run that leads to it. Undefined when no rule is broken. */
  readonly violation: { readonly rule: string; readonly run: readonly string[] } | undefined;
};

/**
 * Visits every reachable state of a model, breadth first. So the run to a broken rule is a shortest one.
 * @param maxStates the number of states after which the exploration gives up.
 */
export function explore<State>(model: StateModel<State>, maxStates: number): Exploration {
  const seen = new Map([[model.key(model.initial), 0]]);
  const parents = [-1];
  const labels = [''];
  let level: State[] = [model.initial];
  let first = 0;
  let steps = 0;
  let finalStates = 0;
  const ended = (rule?: string, id = 0): Exploration => ({
    states: seen.size,
    steps,
    finalStates,
    isComplete: rule === undefined && seen.size < maxStates,
    violation: rule === undefined ? undefined : { rule, run: runTo(id, parents, labels) },
  });

  while (level.length > 0 && seen.size < maxStates) {
    const next: State[] = [];
    for (const [index, state] of level.entries()) {
      const id = first + index;
      const rule = model.broken(state);
      if (rule !== undefined) {
        return ended(rule, id);
      }
      let isFinal = true;
      for (const { label, to, isFault } of model.steps(state)) {
        const key = model.key(to);
        const known = seen.get(key);
        steps += 1;
        isFinal &&= isFault || known === id;
        if (known === undefined) {
          seen.set(key, parents.length);
          parents.push(id);
          labels.push(label);
          next.push(to);
        }
      }
      if (isFinal) {
        finalStates += 1;
        const ruleAtEnd = model.brokenAtEnd(state);
        if (ruleAtEnd !== undefined) {
          return ended(ruleAtEnd, id);
        }
      }
    }
    first += level.length;
    level = next;
  }
  return ended();
}

function runTo(id: number, parents: readonly number[], labels: readonly string[]): string[] {
  const run: string[] = [];
  for (let at = id; at > 0; at = parents[at] ?? 0) {
    run.unshift(labels[at] ?? '');
  }
  return run;
}
