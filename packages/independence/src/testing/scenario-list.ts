import type { SimulatedTrace } from './trace-generator.ts';
import { independentTrace, siblingsTrace, thinCopiesTrace, tightCopiesTrace, type NullMarket } from './null-markets.ts';
import {
  aggregatorsTrace,
  chainTrace,
  copiesTrace,
  countersTrace,
  majorityTrace,
  mixTrace,
  sameMarkupTrace,
  stablecoinTrace,
  switchesTrace,
} from './trace-scenarios.ts';

/** A family of traces with the same kinds of providers. Each seed gives one trace. */
export type TraceScenario = { readonly name: string; readonly make: (seed: number) => SimulatedTrace };

const regimes = ['calm', 'fast', 'mixed'] as const;

/** Families of traces in which some providers share an upstream. */
export const sharingScenarios: readonly TraceScenario[] = [
  ...regimes.flatMap((regime): TraceScenario[] => [
    { name: `copies, ${regime}`, make: (seed) => copiesTrace(seed, regime) },
    { name: `majority copied, ${regime}`, make: (seed) => majorityTrace(seed, regime) },
    { name: `aggregators, ${regime}`, make: (seed) => aggregatorsTrace(seed, regime) },
    { name: `switches, ${regime}`, make: (seed) => switchesTrace(seed, regime) },
    { name: `mix, ${regime}`, make: (seed) => mixTrace(seed, regime) },
    { name: `same mark-up, ${regime}`, make: (seed) => sameMarkupTrace(seed, regime) },
  ]),
  { name: 'copies, fast and tight', make: (seed) => tightCopiesTrace(seed) },
  { name: 'copies, thin', make: (seed) => thinCopiesTrace(seed) },
  { name: 'siblings', make: (seed) => siblingsTrace(seed) },
  { name: 'stablecoin', make: (seed) => stablecoinTrace(seed) },
  { name: 'counter, fast', make: (seed) => countersTrace(seed, 'fast') },
  { name: 'counter, slow', make: (seed) => countersTrace(seed, 'slow') },
  { name: 'counter in steps', make: (seed) => countersTrace(seed, 'step') },
  { name: 'chain nodes', make: (seed) => chainTrace(seed, false) },
  { name: 'chain nodes, balanced', make: (seed) => chainTrace(seed, true) },
];

const nullMarkets: readonly NullMarket[] = [
  'calm',
  'fast',
  'mixed',
  'tight',
  'coarse',
  'fast and tight',
  'fine ticks',
  'very coarse',
  'thin and coarse',
  'still',
  'halted',
  'bouncing',
];

/** Families of traces in which all providers are independent of one another. */
export const independentScenarios: readonly TraceScenario[] = [
  ...nullMarkets.map((kind) => ({
    name: `independent, ${kind}`,
    make: (seed: number) => independentTrace(seed, kind, 12),
  })),
  ...[3, 4, 6].flatMap((venues) =>
    (['calm', 'fast and tight', 'still'] as const).map((kind) => ({
      name: `independent, ${venues} venues, ${kind}`,
      make: (seed: number) => independentTrace(seed, kind, venues),
    })),
  ),
];
