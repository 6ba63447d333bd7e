import { z } from 'zod';
import type { ProviderPrint } from '../print.ts';
import { printEvidence, type PrintEvidence } from './explain-prints.ts';
import { judgePrints } from './judge-prints.ts';
import { observePrint } from './observe-print.ts';
import { readLine } from '../read-line.ts';
import { createPrintState, type PrintState } from './print-state.ts';

const line = z.object({
  t: z.number().finite(),
  provider: z.string().min(1),
  key: z.string().min(1),
  price: z.string(),
  size: z.string(),
  at: z.number().finite().nullable().default(null),
  id: z.string().nullable().default(null),
});

/** A proof of independence in a recorded file. Times are milliseconds since the first trade of the file. */
export type ReplayedProof = {
  readonly a: string;
  readonly b: string;
  /** The last upper bound of the proof: neither provider shows a larger share of the other's trades. */
  readonly bound: number;
  readonly sinceMs: number;
  /** When the proof ended. Absent for a proof that holds at the end of the file. */
  readonly untilMs?: number;
};

/** A link. `share` is the share of one provider's trades that the other one also shows. */
export type ReplayedLink = { readonly a: string; readonly b: string; readonly share: number; readonly sinceMs: number };

/**
 * The links and proofs of a file of trades. A pair with a link or a proof on several keys is listed once for each key.
 */
export type PrintReplay = { readonly links: readonly ReplayedLink[]; readonly independent: readonly ReplayedProof[] };

/** Whether a line of a recorded file is a trade. */
export function isPrintLine(text: string): boolean {
  try {
    return line.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function parsePrint(text: string, lineNumber: number, startMs: number | null): ProviderPrint {
  const print = readLine(line, text, lineNumber, 'is not a trade');
  // A file contains all trades from its first line on, so its records are complete since then.
  return { ...print, completeSinceMs: startMs ?? print.t };
}

/** The state of one key while the file is replayed. */
type ReplayedKey = {
  readonly state: PrintState;
  readonly proofs: Map<string, { readonly sinceMs: number; bound: number }>;
  readonly linkedMs: Map<string, number>;
  readonly ended: ReplayedProof[];
};

type NamedEvidence = { readonly a: string; readonly b: string; readonly evidence: PrintEvidence };

function* evidencePairs({ state }: ReplayedKey): Generator<NamedEvidence> {
  const names = state.providers.map(({ name }) => name).toSorted();
  for (const [index, a] of names.entries()) {
    for (const b of names.slice(index + 1)) {
      const evidence = printEvidence(state, a, b);
      if (evidence !== undefined) {
        yield { a, b, evidence };
      }
    }
  }
}

/** Judges the pairs and records which proofs and links begin or end. */
function followPairs(replayed: ReplayedKey, startMs: number): void {
  judgePrints(replayed.state);
  for (const { a, b, evidence } of evidencePairs(replayed)) {
    const name = `${a} ${b}`;
    const atMs = evidence.judgedMs - startMs;
    const known = replayed.proofs.get(name);
    if (evidence.verdict === 'independent') {
      const proof = known ?? { sinceMs: atMs, bound: 1 };
      proof.bound = evidence.maxShare ?? 1;
      replayed.proofs.set(name, proof);
    } else if (known !== undefined) {
      replayed.proofs.delete(name);
      replayed.ended.push({ a, b, ...known, untilMs: atMs });
    }
    if (evidence.verdict === 'shared_upstream' && !replayed.linkedMs.has(name)) {
      replayed.linkedMs.set(name, atMs);
    }
  }
}

const judgeEveryMs = 1_000;

/**
 * Replays a recorded file of trades with the code that also runs online. Skips empty lines. Rejects on a line that is
 * not a trade, and states the line's number.
 */
export async function replayPrints(lines: AsyncIterable<string> | Iterable<string>): Promise<PrintReplay> {
  const keys = new Map<string, ReplayedKey>();
  let startMs: number | null = null;
  let judgedMs = 0;
  let lineNumber = 0;
  for await (const text of lines) {
    lineNumber++;
    if (text.trim() === '') {
      continue;
    }
    const print = parsePrint(text, lineNumber, startMs);
    startMs ??= print.t;
    const replayed = keys.get(print.key) ?? {
      state: createPrintState(print.key, false),
      proofs: new Map(),
      linkedMs: new Map(),
      ended: [],
    };
    keys.set(print.key, replayed);
    observePrint(replayed.state, print);
    if (print.t - judgedMs >= judgeEveryMs) {
      judgedMs = print.t;
      keys.forEach((each) => followPairs(each, startMs ?? 0));
    }
  }
  const all = [...keys.values()];
  return {
    links: all.flatMap((each) =>
      [...evidencePairs(each)]
        .filter(({ evidence }) => evidence.verdict === 'shared_upstream')
        .map(({ a, b, evidence: { share } }) => ({ a, b, share, sinceMs: each.linkedMs.get(`${a} ${b}`) ?? 0 })),
    ),
    independent: all.flatMap(({ proofs, ended }) => [
      ...ended,
      ...[...proofs].map(([name, proof]) => {
        const [a = '', b = ''] = name.split(' ');
        return { a, b, ...proof };
      }),
    ]),
  };
}
