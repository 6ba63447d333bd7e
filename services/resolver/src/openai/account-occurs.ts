import { platformsOfHandle } from '@assay/catalog/social-accounts';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import { namesPlatform } from '../fill/social.ts';
import { isSpoken, joinedWords } from './spoken-names.ts';

const spokenParts: readonly (readonly [RegExp, string])[] = [
  [/\s+(?:dot|punkt|punto|point|ponto)\s+/gu, '.'],
  [/\s+at\s+/gu, '@'],
  [/\s+underscore\s+/gu, '_'],
  [/\s+(?:dash|hyphen)\s+/gu, '-'],
];
const handleForm = /^[a-z0-9](?:[a-z0-9._@-]*[a-z0-9_])?$/;
const maxSpokenWords = 6;
/**
 * Minimum number of letters of a plain name without an `@`. Shorter words are usually ordinary words of the question.
 */
const minPlainName = 4;

/**
 * Returns whether the question contains a handle as a whole word, or as people say it: "mark cuban dot bsky dot
 * social". Words that ask for a count are not accepted as a handle.
 */
export function handleOccurs(value: string, parsed: ParsedQuestion): boolean {
  const { entities, question } = parsed;
  const wanted = value.trim().replace(/^@/, '').toLowerCase();
  if ([...entities.handles, ...entities.bareNames].some(({ value: found }) => found.toLowerCase() === wanted)) {
    return true;
  }
  if (!handleForm.test(wanted)) {
    return false;
  }
  const escaped = wanted.replace(/[.]/g, String.raw`\.`);
  const whole = new RegExp(String.raw`(?<![a-z0-9_])(?<![a-z0-9_][.@-])${escaped}(?![a-z0-9_])(?![.@-][a-z0-9_])`, 'g');
  if (wanted.length < minPlainName && /^[a-z]+$/.test(wanted)) {
    return isSpelledOut(wanted, question.folded);
  }
  const asking = [...entities.metrics, ...(parsed.signals.get('now') ?? [])];
  const named = [...question.folded.matchAll(whole)].some(
    ({ index }) => !asking.some(({ start, end }) => start < index + wanted.length && index < end),
  );
  return named || isSpelledOut(wanted, question.folded);
}

function isSpelledOut(wanted: string, folded: string): boolean {
  const spoken = spokenParts.reduce((text, [pattern, sign]) => text.replace(pattern, sign), folded);
  const words = spoken.split(/\s+/).map((word) => word.replace(/^["'“([<@]+|["'”)\]>,;:!?.]+$/gu, ''));
  return words.some((_, at) => {
    let joined = '';
    return words.slice(at, at + maxSpokenWords).some((word, extra) => {
      joined += word;
      return joined === wanted && (extra > 0 || /[.@_-]/.test(wanted));
    });
  });
}

const besideOtherScripts = /(?<![a-z0-9'])x(?![a-z0-9'])/;

/** Returns whether the question names a platform, or contains a handle whose form shows the platform. */
export function platformOccurs(value: string, parsed: ParsedQuestion): boolean {
  const platform = value.trim().toLowerCase();
  const byForm = parsed.entities.handles.some(({ value: handle }) =>
    platformsOfHandle(handle).some((known) => known === platform),
  );
  const { folded } = parsed.question;
  const spoken = isSpoken(platform === 'x' ? 'twitter' : platform, joinedWords(folded));
  // In scripts without spaces, other words directly touch the letter X.
  return byForm || spoken || namesPlatform(platform, parsed) || (platform === 'x' && besideOtherScripts.test(folded));
}

/**
 * Returns the parameters of an account without the implied ones: the default metric, and a platform that the form of
 * the handle shows. Models state these only sometimes, but the same question must always give the same parameters.
 */
export function withoutImplied(given: Readonly<Record<string, string>>): Record<string, string> {
  const platforms = platformsOfHandle((given['handle'] ?? '').trim().replace(/^@/, '').toLowerCase());
  const isImplied = (name: string, value: string): boolean =>
    (name === 'metric' && value.trim().toLowerCase() === 'followers') ||
    (name === 'platform' && platforms.length === 1 && platforms[0] === value.trim().toLowerCase());
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !isImplied(name, value)));
}
