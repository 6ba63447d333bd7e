import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import type { Reading } from '../entities/extract.ts';
import type { NoneReason } from '../model.ts';
import { fillBaseUnits } from './amounts.ts';
import { fillAsset, fillPairOrAsset } from './assets.ts';
import type { Found } from './found.ts';
import { fillGame } from './games.ts';
import { addressParamsOf, assignRoles } from './roles.ts';
import { fillHandle, fillMetric, fillUserId } from './social.ts';
import { fillUnnamed } from './unnamed.ts';
import { fillVenue } from './venues.ts';

/** Finds a parameter's value in a reading. */
type Filler = (reading: Reading) => Found;

/** What became of a type's parameters. */
export type Filled =
  | { readonly outcome: 'type'; readonly params: Readonly<Record<string, string>> }
  | {
      readonly outcome: 'missing';
      readonly params: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
    }
  | { readonly outcome: 'none'; readonly because: NoneReason };

/** How the parameters that mean the same in every type are found; any other is found by what its schema accepts. */
const fillers: Readonly<Record<string, Filler>> = {
  token: fillAsset,
  symbol: fillPairOrAsset,
  venue: fillVenue,
  handle: fillHandle,
  user_id: fillUserId,
  metric: fillMetric,
  game: fillGame,
  amountIn: fillBaseUnits,
};

/**
 * Fills a type's parameters from a reading. What comes out has passed the catalog: a value that it refuses rules the
 * type out, and a required parameter that is not there is named, unless the service looks it up by itself.
 */
export function fillParams(type: DataType, reading: Reading): Filled {
  const roles = assignRoles(type, reading);
  if (roles === 'several') {
    return { outcome: 'none', because: 'several' };
  }
  const addressed = addressParamsOf(type);
  if (roles.size < addressed.length && reading.entities.foreignAddresses.length > 0) {
    return { outcome: 'none', because: 'other_network' };
  }
  const given: Record<string, string> = {};
  const used = new Set<string>();
  for (const [name, schema] of Object.entries(type.params.shape)) {
    const found = addressed.includes(name) ? roleOf(roles, name) : valueFor(name, schema, reading, used);
    if (found !== undefined && 'problem' in found) {
      return { outcome: 'none', because: found.problem };
    }
    if (found !== undefined) {
      given[name] = found.value;
      used.add(found.value);
    }
  }
  const parsed = parseParams(type, given, type.lookedUp);
  if (parsed.ok) {
    return { outcome: 'type', params: parsed.params };
  }
  if (parsed.code === 'MISSING_PARAM') {
    return { outcome: 'missing', params: given, missing: parsed.missing };
  }
  return { outcome: 'none', because: 'unknown_subject' };
}

function valueFor(name: string, schema: unknown, reading: Reading, used: ReadonlySet<string>): Found {
  const filler = fillers[name];
  return filler === undefined ? fillUnnamed(name, schema, reading, used) : filler(reading);
}

function roleOf(roles: ReadonlyMap<string, string>, name: string): Found {
  const value = roles.get(name);
  return value === undefined ? undefined : { value };
}
