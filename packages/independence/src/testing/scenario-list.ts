import type { SimulatedTrace } from './trace-generator.ts';
import {
  aggregatorsTrace,
  chainTrace,
  copiesTrace,
  countersTrace,
  independentTrace,
  majorityTrace,
  mixTrace,
  sameMarkupTrace,
  stablecoinTrace,
  switchesTrace,
} from './trace-scenarios.ts';

/** A family of traces: the same kinds of providers, drawn anew for every seed. */
export type TraceScenario = { readonly name: string; readonly make: (seed: number) => SimulatedTrace };

const regimes = ['calm', 'fast', 'mixed'] as const;

/** Families in which some providers share an upstream. */
export const sharingScenarios: readonly TraceScenario[] = [
  ...regimes.flatMap((regime): TraceScenario[] => [
    { name: `copies, ${regime}`, make: (seed) => copiesTrace(seed, regime) },
    { name: `majority copied, ${regime}`, make: (seed) => majorityTrace(seed, regime) },
    { name: `aggregators, ${regime}`, make: (seed) => aggregatorsTrace(seed, regime) },
    { name: `switches, ${regime}`, make: (seed) => switchesTrace(seed, regime) },
    { name: `mix, ${regime}`, make: (seed) => mixTrace(seed, regime) },
    { name: `same mark-up, ${regime}`, make: (seed) => sameMarkupTrace(seed, regime) },
  ]),
  { name: 'stablecoin', make: (seed) => stablecoinTrace(seed) },
  { name: 'counter, fast', make: (seed) => countersTrace(seed, 'fast') },
  { name: 'counter, slow', make: (seed) => countersTrace(seed, 'slow') },
  { name: 'counter in steps', make: (seed) => countersTrace(seed, 'step') },
  { name: 'chain nodes', make: (seed) => chainTrace(seed, false) },
  { name: 'chain nodes, balanced', make: (seed) => chainTrace(seed, true) },
];

/** Families in which every provider is independent of every other. */
export const independentScenarios: readonly TraceScenario[] = (
  ['calm', 'fast', 'mixed', 'tight', 'coarse', 'few'] as const
).map((kind) => ({
  name: `independent, ${kind}`,
  make: (seed) => independentTrace(seed, kind),
}));
