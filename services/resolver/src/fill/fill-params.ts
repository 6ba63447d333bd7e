import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import type { NoneReason } from '../model.ts';
import { fillBaseUnits } from './amounts.ts';
import { fillAsset, fillPairOrAsset } from './assets.ts';
import type { FilledParam } from './filled-param.ts';
import { fillGame } from './games.ts';
import { addressParamsOf, assignRoles } from './roles.ts';
import { fillHandle, fillMetric, fillPlatform, fillUserId } from './social.ts';
import { fillGenericParam } from './generic-params.ts';
import { fillVenue } from './venues.ts';

/** Finds the value of a parameter in a parsed question. */
type Filler = (parsed: ParsedQuestion) => FilledParam;

/**
 * The parameters that a question gives for a type: all of them, or only some. If the question cannot be about the type,
 * the reason for that.
 */
export type FilledParams =
  | { readonly outcome: 'type'; readonly params: Readonly<Record<string, string>> }
  | {
      readonly outcome: 'missing';
      readonly params: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
    }
  | { readonly outcome: 'none'; readonly because: NoneReason };

/**
 * The fillers of parameters that have the same meaning in every type. `fillGenericParam` fills all other parameters.
 */
const fillers: Readonly<Record<string, Filler>> = {
  token: fillAsset,
  symbol: fillPairOrAsset,
  venue: fillVenue,
  handle: fillHandle,
  user_id: fillUserId,
  metric: fillMetric,
  platform: fillPlatform,
  game: fillGame,
  amountIn: fillBaseUnits,
};

/**
 * Fills the parameters of a type from a parsed question. The values have the catalog's normal form. If the catalog
 * refuses a value, the question cannot be about the type. The result names the missing parameters, except those that
 * the service infers.
 */
export function fillParams(type: DataType, parsed: ParsedQuestion): FilledParams {
  const roles = assignRoles(type, parsed);
  if (roles === 'several') {
    return { outcome: 'none', because: 'several' };
  }
  const addressed = addressParamsOf(type);
  if (roles.size < addressed.length && parsed.entities.foreignAddresses.length > 0) {
    return { outcome: 'none', because: 'other_network' };
  }
  const given: Record<string, string> = {};
  const used = new Set<string>();
  const unnamed: string[] = [];
  for (const [name, schema] of Object.entries(type.params.shape)) {
    const found = addressed.includes(name) ? roleOf(roles, name) : valueFor(name, schema, parsed, used);
    if (found !== undefined && 'problem' in found) {
      return { outcome: 'none', because: found.problem };
    }
    if (found !== undefined && 'unnamed' in found) {
      unnamed.push(name);
    } else if (found !== undefined) {
      given[name] = found.value;
      used.add(found.value);
    }
  }
  const checked = parseParams(type, given, type.inferredParams);
  if (checked.ok && unnamed.length === 0) {
    return { outcome: 'type', params: checked.params };
  }
  if (checked.ok || checked.code === 'MISSING_PARAM') {
    return {
      outcome: 'missing',
      params: given,
      missing: [...new Set([...unnamed, ...(checked.ok ? [] : checked.missing)])],
    };
  }
  return { outcome: 'none', because: 'unknown_subject' };
}

function valueFor(name: string, schema: unknown, parsed: ParsedQuestion, used: ReadonlySet<string>): FilledParam {
  const filler = fillers[name];
  return filler === undefined ? fillGenericParam(name, schema, parsed, used) : filler(parsed);
}

function roleOf(roles: ReadonlyMap<string, string>, name: string): FilledParam {
  const value = roles.get(name);
  return value === undefined ? undefined : { value };
}
