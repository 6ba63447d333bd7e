import type { DataType } from '@assay/catalog/define';
import type { Cue } from './cues/find-cues.ts';
import type { Reading } from './entities/extract.ts';
import type { NoneReason } from './model.ts';

type Rule = {
  readonly cues: readonly Cue[];
  readonly because: NoneReason;
  /** The rule applies to types that have one of these parameters; to every type when absent. */
  readonly params?: readonly string[];
  /** The rule leaves types alone that have this parameter. */
  readonly unlessParam?: string;
};

/**
 * What no live feed measures, however much the rest of the question looks like one of its types. Rules look at a
 * type's parameters and not at its name, so a new type is covered by having the same parameters.
 */
const rules: readonly Rule[] = [
  { cues: ['year', 'past'], because: 'past' },
  { cues: ['future'], because: 'future' },
  { cues: ['advice'], because: 'advice' },
  { cues: ['explanation'], because: 'explanation' },
  { cues: ['assetMetric', 'otherMetric'], because: 'other_metric', params: ['token', 'symbol'] },
  { cues: ['derivative'], because: 'other_metric', params: ['token', 'symbol'], unlessParam: 'venue' },
  { cues: ['accountMetric', 'otherMetric'], because: 'other_metric', params: ['handle'] },
  { cues: ['gameMetric', 'otherMetric'], because: 'other_metric', params: ['game'] },
  { cues: ['platform'], because: 'other_platform', params: ['handle', 'game'] },
];

const ownPlatform = /bsky|blue ?sky|ブルースカイ|蓝天|블루스카이|блюскай|блускай/;

/** Why nothing measures what this part of a question asks of a type; undefined when nothing speaks against it. */
export function vetoOf(type: DataType, reading: Reading): NoneReason | undefined {
  const params = Object.keys(type.params.shape);
  const rule = rules.find(
    ({ cues, params: only, unlessParam }) =>
      (only === undefined || only.some((name) => params.includes(name))) &&
      (unlessParam === undefined || !params.includes(unlessParam)) &&
      cues.some((cue) => reading.cues.has(cue)),
  );
  if (rule?.because === 'other_platform' && params.includes('handle') && ownPlatform.test(reading.question.folded)) {
    return undefined;
  }
  return (
    rule?.because ?? addressVeto(params, reading) ?? gamePriceVeto(params, reading) ?? unpricedVeto(params, reading)
  );
}

/** An address in a question about a type that takes none is the subject of some other question. */
function addressVeto(params: readonly string[], { entities }: Reading): NoneReason | undefined {
  const symbolic = params.includes('token') || params.includes('symbol');
  const addressed = entities.addresses.length + entities.unusableAddresses.length > 0;
  return symbolic && addressed && entities.assets.length + entities.pairs.length === 0 ? 'unknown_subject' : undefined;
}

/** What a game costs is no count of its players, though both questions name the game and the platform. */
function gamePriceVeto(params: readonly string[], { cues }: Reading): NoneReason | undefined {
  return params.includes('game') && cues.has('price') && !cues.has('players') ? 'other_metric' : undefined;
}

const terseWords = new Set(
  'please pls plz check get lookup fetch show hey hi yo hello quick quickly the usd now to bitte por favor'.split(' '),
);

/** An asset alone asks for its price; an asset with other words does so only when one of them is about prices. */
function unpricedVeto(params: readonly string[], { cues, entities, masked, named }: Reading): NoneReason | undefined {
  const symbolic = (params.includes('token') || params.includes('symbol')) && !params.includes('venue');
  const priced =
    cues.has('price') || cues.has('spot') || entities.pairs.length + entities.currencies.length + named.size > 0;
  if (!symbolic || priced) {
    return undefined;
  }
  const now = cues.get('now') ?? [];
  const words = [...masked.matchAll(/[\p{L}\p{N}]+/gu)].filter(
    (word) => !terseWords.has(word[0]) && !now.some(({ start, end }) => word.index >= start && word.index < end),
  );
  return words.length === 0 ? undefined : 'unlike_anything';
}
