import type { DataType } from '@assay/catalog/define';
import type { z } from 'zod';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import type { Mention } from '../entities/mention.ts';
import { decisiveWeight, rolePatternsOf, type RolePatterns } from './role-patterns.ts';
import { rememberedOn } from '../remembered.ts';

/**
 * The address of each address parameter. `several` means that the question has more addresses than the type can use.
 */
export type Roles = ReadonlyMap<string, string> | 'several';

const someAddress = 'So11111111111111111111111111111111111111112';
const maxContextLength = 80;
/**
 * Score of giving an address to the parameter that has the same position in the order. It is higher than one suggestive
 * word and lower than a decisive word.
 */
const orderWeight = 1.6;
const aroundWeight = 5;
/**
 * `laterWeight` is the score of the acting role for an address that begins a later sentence. `pointsBackWeight` is its
 * score for an address that acts on something named earlier.
 */
const laterWeight = 2;
const pointsBackWeight = 3;
const nounWeight = 2.5;
const unnamedWeight = 2;
const sentenceEnd = /[.?!;\n。？！](?=\s|$)|\s[/|]\s/u;
/** Maximum number of letters between the beginning of a sentence and its subject. */
const maxSubjectLetters = 22;
/** Maximum length of the words that show the role of the address before them. */
const maxRoleLetters = 40;
/**
 * Maximum number of mentions that are scored. If an address is mentioned twice, it gets a second role only by decisive
 * words.
 */
const maxMentions = 12;

const assigned = rememberedOn<readonly Mention[], Map<DataType, Roles>>(() => new Map());
const addressParams = new WeakMap<DataType, readonly string[]>();

/** Returns the names of a type's parameters that accept only an address, in the order of declaration. */
export function addressParamsOf(type: DataType): readonly string[] {
  const known = addressParams.get(type);
  if (known !== undefined) {
    return known;
  }
  const names = Object.entries(type.params.shape)
    .filter(([, schema]) => {
      const takes = (value: string): boolean => (schema as z.ZodType).safeParse(value).success;
      return takes(someAddress) && !takes('qzxvk') && !takes('42');
    })
    .map(([name]) => name);
  addressParams.set(type, names);
  return names;
}

/**
 * Assigns the addresses of a question to the parameters of a type by the words next to them. If the words show nothing,
 * it assigns them by their order in the text. For a type with one address parameter, the question must have only one
 * address, or only one labelled address.
 */
export function assignRoles(type: DataType, { entities, question }: ParsedQuestion): Roles {
  // All sentences that name no subject use the addresses of the whole message. So the roles are cached by the list of
  // addresses.
  const ofAddresses = assigned(entities.addresses);
  const roles = ofAddresses.get(type) ?? rolesOf(type, entities.addresses, question.folded);
  ofAddresses.set(type, roles);
  return roles;
}

function rolesOf(type: DataType, addresses: readonly Mention[], folded: string): Roles {
  const names = addressParamsOf(type);
  const mentions = restated(addresses.slice(0, maxMentions));
  if (names.length === 0 || mentions.length === 0) {
    return new Map();
  }
  const [only] = mentions;
  if (names.length === 1 && mentions.length === 1 && only !== undefined) {
    return new Map([[names[0] ?? '', only.value]]);
  }
  const values = [...new Set(mentions.map(({ value }) => value))];
  if (values.length > names.length && names.length > 1) {
    return 'several';
  }
  const table = names.map(rolePatternsOf);
  const scored = mentions.map((mention, at) => ({
    value: mention.value,
    scores: scoresOf(folded, mentions[at - 1], mention, mentions[at + 1], table),
  }));
  const scoresByValue = values.map((value) => {
    const own = scored.filter((mention) => mention.value === value);
    return names.map((_, role) => strongest(own.map(({ scores }) => scores[role] ?? 0)));
  });
  if (values.length > names.length) {
    return onlyLabelled(names[0] ?? '', values, scoresByValue);
  }
  const chosen = bestAssignment(scoresByValue, names.length);
  const roles = new Map(values.map((value, at) => [names[chosen[at] ?? 0] ?? '', value]));
  names.forEach((name, role) => {
    const second = scored.find(({ scores }) => (scores[role] ?? 0) >= decisiveWeight);
    if (!roles.has(name) && second !== undefined && scored.filter(({ value }) => value === second.value).length > 1) {
      roles.set(name, second.value);
    }
  });
  return roles;
}

/**
 * If the mentions are two addresses in the order A B B A, returns the last two. A person who names both again in the
 * opposite order corrects the order.
 */
function restated(mentions: readonly Mention[]): readonly Mention[] {
  const [a, b, c, d] = mentions.map(({ value }) => value);
  return mentions.length === 4 && a !== b && a === d && b === c ? mentions.slice(2) : mentions;
}

function strongest(scores: readonly number[]): number {
  return scores.reduce((best, score) => (Math.abs(score) > Math.abs(best) ? score : best), 0);
}

function onlyLabelled(name: string, values: readonly string[], scores: readonly (readonly number[])[]): Roles {
  const labelled = values.filter((_, at) => (scores[at]?.[0] ?? 0) >= decisiveWeight);
  const [value] = labelled;
  return value !== undefined && labelled.length === 1 ? new Map([[name, value]]) : 'several';
}

/**
 * Returns the assignment of roles to addresses with the highest sum of scores. Of several with this sum, it returns the
 * first one, which follows the order of the text.
 */
function bestAssignment(scores: readonly (readonly number[])[], roles: number): readonly number[] {
  let best: { readonly sum: number; readonly chosen: readonly number[] } = {
    sum: Number.NEGATIVE_INFINITY,
    chosen: [],
  };
  const extend = (chosen: readonly number[], sum: number): void => {
    const at = chosen.length;
    if (at === scores.length) {
      best = sum > best.sum ? { sum, chosen } : best;
      return;
    }
    for (let role = 0; role < roles; role += 1) {
      if (!chosen.includes(role)) {
        const inOrder = role > (chosen.at(-1) ?? -1) ? orderWeight : 0;
        extend([...chosen, role], sum + inOrder + (scores[at]?.[role] ?? 0));
      }
    }
  };
  extend([], 0);
  return best.chosen;
}

/**
 * Returns the score of a mention for each role. Of the role words before the address, only the longest match counts,
 * and so of those after it.
 */
function scoresOf(
  folded: string,
  previous: Mention | undefined,
  mention: Mention,
  next: Mention | undefined,
  table: readonly RolePatterns[],
): number[] {
  const from = Math.max(previous?.end ?? 0, mention.start - maxContextLength);
  const to = Math.min(next?.start ?? folded.length, mention.end + maxContextLength);
  const before = ownWords(folded.slice(from, mention.start).replace(/[_-]/g, ' '), previous !== undefined, table);
  const after = folded.slice(mention.end, to);
  const sums: number[] = table.map(
    ({ around, pointsBack, nouns, nounsAfter, unnamed }) =>
      (nouns?.test(before) === true ? nounWeight : 0) +
      (nounsAfter?.test(after) === true ? nounWeight : 0) -
      (previous === undefined && next === undefined && isApart(unnamed, folded, mention) ? unnamedWeight : 0) +
      (around !== undefined && around.before.test(before) && around.after.test(after) ? aroundWeight : 0) +
      (pointsBack !== undefined && previous !== undefined && previous.value !== mention.value
        ? scoreOfLater(folded, previous, mention, pointsBack, after)
        : 0),
  );
  for (const [side, text] of [
    ['before', before],
    ['after', after],
  ] as const) {
    let longest = { length: 0, weight: 0, roles: [] as number[] };
    table.forEach((judge, role) => {
      for (const { pattern, weight } of judge[side]) {
        const length = pattern.exec(text)?.[0].length ?? 0;
        if (length > longest.length || (length === longest.length && length > 0 && weight > longest.weight)) {
          longest = { length, weight, roles: [role] };
        } else if (length > 0 && length === longest.length && weight === longest.weight) {
          longest.roles.push(role);
        }
      }
    });
    for (const role of longest.roles) {
      sums[role] = (sums[role] ?? 0) + longest.weight;
    }
  }
  return sums;
}

/**
 * Returns whether the words occur in the question, but not right before the address. There they would describe the
 * address itself.
 */
function isApart(words: RegExp | undefined, folded: string, { start }: Mention): boolean {
  const found = words?.exec(folded);
  return found !== undefined && found !== null && Math.abs(start - found.index - found[0].length) > 12;
}

/**
 * Returns the score of the acting role for an address that comes after another one. People often name a thing first,
 * and then ask who may act on it: "X is the mint. Can Y change it?"
 */
function scoreOfLater(folded: string, previous: Mention, mention: Mention, pointsBack: RegExp, after: string): number {
  const opening = folded.slice(previous.end, mention.start).split(sentenceEnd);
  const sentence = after.split(sentenceEnd, 1)[0] ?? '';
  const isSubject =
    opening.length > 1 && (opening.at(-1) ?? '').length <= maxSubjectLetters && /^[\s"')]*\p{L}/u.test(sentence);
  return (isSubject ? laterWeight : 0) + (pointsBack.test(sentence) ? pointsBackWeight : 0);
}

/**
 * Returns the words between two addresses that describe the second one. Words that describe the first one end at a
 * comma, as in "X is the pool, Y pays".
 */
function ownWords(between: string, isBetween: boolean, table: readonly RolePatterns[]): string {
  const end = between.search(/[,;/|]/);
  const first = between.slice(0, end + 1);
  const tellsFirst =
    isBetween &&
    end > 0 &&
    first.length <= maxRoleLetters &&
    table.some(({ after }) => after.some(({ pattern }) => /\p{L}/u.test(pattern.exec(first)?.[0] ?? '')));
  return tellsFirst ? between.slice(end + 1) : between;
}
