import type { DataType } from '@assay/catalog/define';
import type { z } from 'zod';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import type { Mention } from '../entities/mention.ts';
import { roleWords } from './role-words.ts';

/** The address of each parameter. `several` means that the question has more addresses than the type can use. */
export type Roles = ReadonlyMap<string, string> | 'several';

const someAddress = 'So11111111111111111111111111111111111111112';
const maxContextLength = 80;
const decisiveWeight = 4;
const suggestiveWeight = 1.5;
/** The score of addresses in the order of the parameters: above one suggestive word, below a decisive one. */
const orderWeight = 1.6;
const aroundWeight = 5;
/** Maximum length of the words that tell the role of the address before them. */
const maxRoleLetters = 40;
/**
 * Maximum number of mentions that are scored. A second mention of an address gets a second role only by decisive words.
 */
const maxMentions = 12;

type Side = { readonly pattern: RegExp; readonly weight: number };
type RolePatterns = {
  readonly name: string;
  readonly before: readonly Side[];
  readonly after: readonly Side[];
  readonly around?: { readonly before: RegExp; readonly after: RegExp };
};

/** Text without meaning between a role word and its address: articles, nouns, verbs and punctuation. */
const filler = String.raw`(?:[\s"'«»„(<[{:=,/–—-]|(?<![\p{L}])(?:the|this|that|my|our|his|its|a|an|is|are|be|it|address(?:es)?|addr|pubkey|account|accounts|acct|acc|which|being|one|s|wallet|token|tokens|associated|ata|key|mint|program|called|at|id|vault|stake|nonce|multisig|authority|usdc|usdt|sol|wsol|la|el|los|mi|cuenta|direccion|billetera|cartera|clave|llave|es|le|les|mon|ma|compte|adresse|portefeuille|cle|est|das|dem|den|der|die|des|mein|meine|meinem|konto|tokenkonto|schlussel|ist|o|os|as|meu|minha|conta|endereco|carteira|chave|e|il|lo|mio|mia|conto|indirizzo|portafoglio|chiave|de|di|del|dal|da|счет|счета|счету|счетом|аккаунт|аккаунта|аккаунтом|адрес|адреса|адреса|адресу|токен|токена|кошелек|кошелька|ключ|ключа|hesap|hesabi|adres|adresi|cuzdan|anahtar)(?![\p{L}])|账户|帐户|地址|钱包|代币|アドレス|アカウント|ウォレット|주소|계정|지갑|是|为|は|：)*`;

const assigned = new WeakMap<readonly Mention[], Map<DataType, Roles>>();
const knownRolePatterns = new Map<string, RolePatterns>();
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
 * Assigns the addresses of a question to the parameters of a type by the words next to them. The order of the text
 * decides when the words do not. A type with one address parameter needs one address, or one that is labelled.
 */
export function assignRoles(type: DataType, { entities, question }: ParsedQuestion): Roles {
  // Every sentence without a subject uses the addresses of the whole message, so the result is remembered for them.
  const known = assigned.get(entities.addresses)?.get(type);
  if (known !== undefined) {
    return known;
  }
  const roles = rolesOf(type, entities.addresses, question.folded);
  const ofAddresses = assigned.get(entities.addresses) ?? new Map<DataType, Roles>();
  assigned.set(entities.addresses, ofAddresses.set(type, roles));
  return roles;
}

function rolesOf(type: DataType, addresses: readonly Mention[], folded: string): Roles {
  const names = addressParamsOf(type);
  const mentions = addresses.slice(0, maxMentions);
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

function strongest(scores: readonly number[]): number {
  return scores.reduce((best, score) => (Math.abs(score) > Math.abs(best) ? score : best), 0);
}

function onlyLabelled(name: string, values: readonly string[], scores: readonly (readonly number[])[]): Roles {
  const labelled = values.filter((_, at) => (scores[at]?.[0] ?? 0) >= decisiveWeight);
  const [value] = labelled;
  return value !== undefined && labelled.length === 1 ? new Map([[name, value]]) : 'several';
}

/**
 * Returns the role of each address that gives the highest sum of scores. The first of equal sums wins, so the order
 * decides.
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
 * Returns the score of a mention for each role. Only the longest match before the address and the longest after it
 * count.
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
  const sums: number[] = table.map(({ around }) =>
    around !== undefined && around.before.test(before) && around.after.test(after) ? aroundWeight : 0,
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
 * Returns the words between two addresses that belong to the second one. Words that tell the role of the first one end
 * at a comma, as in "X is the pool, Y pays".
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

function rolePatternsOf(name: string): RolePatterns {
  const known = knownRolePatterns.get(name);
  if (known !== undefined) {
    return known;
  }
  const words = roleWords[name];
  const own = name.replace(/[A-Z]/g, (letter) => ` ?${letter.toLowerCase()}`);
  const before = (sources: readonly string[], weight: number): Side[] =>
    sources.map((source) => ({
      pattern: new RegExp(
        `(?:(?<![\\p{L}])|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]))(?:${source})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])${filler}$`,
        'u',
      ),
      weight,
    }));
  const after = (sources: readonly string[], weight: number): Side[] =>
    sources.map((source) => ({
      pattern: new RegExp(`^[\\s"'»)>\\]},]*(?:${source})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`, 'u'),
      weight,
    }));
  const around =
    words?.around === undefined
      ? {}
      : {
          around: {
            before: new RegExp(`(?<![\\p{L}])(?:${words.around.before})${filler}$`, 'u'),
            after: new RegExp(`^\\s*(?:${words.around.after})`, 'u'),
          },
        };
  const judge = {
    name,
    ...around,
    before: [
      ...before([own, ...(words?.before.decisive ?? [])], decisiveWeight),
      ...before(words?.before.suggestive ?? [], suggestiveWeight),
    ],
    after: [
      ...after(words?.after.decisive ?? [], decisiveWeight),
      ...after(words?.after.suggestive ?? [], suggestiveWeight),
    ],
  };
  knownRolePatterns.set(name, judge);
  return judge;
}
