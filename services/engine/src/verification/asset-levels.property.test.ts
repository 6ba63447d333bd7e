import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PairEvidence } from '@assay/independence/verdicts/explain';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { measuredPair, verdictSnapshotOf } from '@assay/independence/verdicts/verdict-snapshot';
import { judgeLevel } from './levels.ts';

/**
 * A verdict on a pair for one asset. The test states the rules again, without the code under test. A level above
 * single_source needs a proof of independence on the asset of the question, at most a day old. On no asset may there be
 * a proof, at most a day old, that the two share an upstream. The values must agree within the tolerance after the
 * shared part is removed.
 */
type Finding = {
  readonly asset: number;
  readonly a: string;
  readonly b: string;
  readonly verdict: PairVerdict;
  readonly ageHours: number;
  readonly sharedPercent: number;
};

const providers = ['a', 'b', 'c', 'pyth'];
const reference = { id: 'account', upstreamProvider: 'pyth' };
const names = [...providers, reference.id];
const hourMs = 3_600_000;
const nowMs = 1_790_000_000_000;
const toleranceBps = 50;
const assets = [0, 1, 2];
const keyOf = (asset: number): string => `token.price:${asset}`;

const pairs = names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
const findings = fc.array(
  fc.record({
    verdict: fc.constantFrom<PairVerdict>('independent', 'independent', 'independent', 'unknown', 'shared_upstream'),
    ageHours: fc.constantFrom(0, 1, 23, 24, 25, 400),
    sharedPercent: fc.constantFrom(0, 0, 14),
    present: fc.boolean(),
  }),
  { minLength: pairs.length * assets.length, maxLength: pairs.length * assets.length },
);

type Drawn = Pick<Finding, 'verdict' | 'ageHours' | 'sharedPercent'> & { readonly present: boolean };

function findingsOf(drawn: readonly Drawn[]): Finding[] {
  return assets.flatMap((asset) =>
    pairs.flatMap(([a, b], index) => {
      const { present, ...finding } = drawn[asset * pairs.length + index] as Drawn;
      // The test drops most findings of a shared upstream. Otherwise nearly every pair would share an upstream on at
      // least one asset.
      const kept = finding.verdict !== 'shared_upstream' || (index + asset) % 7 === 0;
      return present && kept ? [{ asset, a, b, ...finding }] : [];
    }),
  );
}

const about = (finding: Finding, a: string, b: string): boolean =>
  (finding.a === a && finding.b === b) || (finding.a === b && finding.b === a);
const isCurrent = ({ ageHours }: Finding): boolean => ageHours <= 24;

/**
 * Returns whether two names may confirm each other for a question about asset 0, if their values differ by `apartBps`
 * basis points. They must be independent, and the difference must be within the tolerance.
 */
function mayAgree(all: readonly Finding[], a: string, b: string, apartBps: number): boolean {
  const current = all.filter(isCurrent);
  const linked = current.some((finding) => finding.verdict === 'shared_upstream' && about(finding, a, b));
  const proofs = current.filter(
    (finding) => finding.asset === 0 && finding.verdict === 'independent' && about(finding, a, b),
  );
  return !linked && proofs.some(({ sharedPercent }) => apartBps <= (toleranceBps * (100 - sharedPercent)) / 100);
}

/**
 * Returns whether the reference may confirm a provider, by the same rule. The reference and its upstream provider count
 * as one stream.
 */
function mayAnchor(all: readonly Finding[], provider: string, apartBps: number): boolean {
  const streams = [reference.id, reference.upstreamProvider];
  const linked = all.some(
    (finding) =>
      isCurrent(finding) &&
      finding.verdict === 'shared_upstream' &&
      streams.some((each) => about(finding, provider, each)),
  );
  return (
    provider !== reference.upstreamProvider &&
    !linked &&
    streams.some((each) => each !== provider && mayAgree(all, provider, each, apartBps))
  );
}

function judge(all: readonly Finding[], values: readonly number[], withReference: boolean) {
  const snapshot = verdictSnapshotOf(
    assets.map((asset) => ({
      type: 'token.price',
      key: keyOf(asset),
      observations: 1,
      judgedMs: nowMs,
      composites: [],
      pairs: all
        .filter((finding) => finding.asset === asset)
        .map(({ a, b, verdict, ageHours, sharedPercent }): PairEvidence => ({
          providers: [a, b],
          verdict,
          sinceMs: 1,
          judgedMs: nowMs,
          newestMs: nowMs - ageHours * hourMs,
          nats: verdict === 'shared_upstream' ? 20 : 0,
          observations: 90,
          kinds: [],
          maxShare: sharedPercent === 0 ? null : sharedPercent / 100,
          reason: '',
        })),
    })),
  );
  const references = new Map([['token.price', reference]]);
  return judgeLevel({
    answers: providers.map((name, index) => ({ name, value: String(values[index]) })),
    ...(withReference ? { reference: { name: reference.id, value: '10000', confidence: '0', movementBps: 0 } } : {}),
    toleranceBps,
    relation: (a, b) => measuredPair(snapshot, references, keyOf(0), { a, b }, nowMs),
  });
}

test('a level rests only on proofs on the asked asset that are at most a day old, and on no pair that is linked anywhere', () => {
  const seen = { anchored: 0, consensus: 0, single_source: 0, conflict: 0 };
  fc.assert(
    fc.property(
      findings,
      fc.array(fc.constantFrom(10_000, 10_010, 10_045, 10_300), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      (drawn, values, withReference) => {
        const all = findingsOf(drawn);
        const judged = judge(all, values, withReference);
        if (judged?.kind !== 'level') {
          seen.conflict += 1;
          return;
        }
        seen[judged.level] += 1;
        const own = providers[judged.index] ?? '';
        const ownValue = values[judged.index] ?? 0;
        const peers = providers.filter(
          (name, index) => name !== own && mayAgree(all, own, name, Math.abs((values[index] ?? 0) - ownValue)),
        );
        expect(judged.level === 'consensus' && peers.length === 0).toBe(false);
        expect(judged.level === 'anchored' && !mayAnchor(all, own, Math.abs(ownValue - 10_000))).toBe(false);
      },
    ),
    { numRuns: 3_000 },
  );
  // Every outcome must occur often enough, because otherwise the test would prove little.
  Object.values(seen).forEach((count) => expect(count).toBeGreaterThan(50));
});

test('an asset without evidence of its own is single_source or refused, whatever other assets prove', () => {
  fc.assert(
    fc.property(findings, fc.boolean(), (drawn, withReference) => {
      const elsewhere = findingsOf(drawn).filter(({ asset }) => asset !== 0);
      expect(judge(elsewhere, [10_000, 10_000, 10_000, 10_000], withReference)).toMatchObject({
        kind: 'level',
        level: 'single_source',
      });
    }),
    { numRuns: 500 },
  );
});

test('agreeing sources that are proven on the asset and linked nowhere are a consensus', () => {
  const proofs = pairs.map(([a, b]): Finding => ({
    asset: 0,
    a,
    b,
    verdict: 'independent',
    ageHours: 24,
    sharedPercent: 0,
  }));
  const values = [10_000, 10_010, 10_000, 10_000];
  expect(judge(proofs, values, false)).toMatchObject({ level: 'consensus' });
  expect(judge(proofs, values, true)).toMatchObject({ level: 'anchored' });
});
