import type { ParsedQuestion } from '../entities/parse-question.ts';
import type { Mention } from '../entities/mention.ts';
import { onlyValue, type FilledParam } from './filled-param.ts';

const metrics = ['followers', 'following', 'posts'] as const;

const farcasterWords = /farcaster|warpcast/u;
const mastodonWords = /mast[oa]don|мастодон/u;
const xWords =
  /twitt?er|(?<![\p{L}])tweets?(?![\p{L}])|x\.com|(?<![\p{L}\p{N}'])x(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}]|'(?!t[ea]))|ツイッター|推特|트위터|тв[иі]ттер|تويتر|توییتر|טוויטר|ทวิต|ट्विटर|एक्स/u;
const blueskyWords = /bsky|blue ?sky|ブルースカイ|蓝天|블루스카이|блюскай|блускай/u;

/**
 * Finds a handle. A domain name, `user@host` and `name.eth` show their platform by their form. `@name` counts as a
 * handle only when the question names X or Farcaster.
 */
export function fillHandle(parsed: ParsedQuestion): FilledParam {
  const { handles, bareNames } = parsed.entities;
  if (handles.length > 0) {
    const elsewhere = handles.every(({ value }) => isOnBluesky(value)) && namesOtherPlatform(parsed);
    return elsewhere ? { problem: 'other_platform' } : onlyValue(handles.map(({ value }) => value));
  }
  return bareNamePlatform(parsed) === undefined
    ? undefined
    : onlyValue(bareNames.map(({ value }) => value.toLowerCase()));
}

/** Finds the platform of `@name`. The form of every other handle already shows its platform. */
export function fillPlatform(parsed: ParsedQuestion): FilledParam {
  const { handles, bareNames } = parsed.entities;
  const platform = bareNamePlatform(parsed);
  return platform === undefined || handles.length > 0 || bareNames.length === 0 ? undefined : { value: platform };
}

function bareNamePlatform({ question: { folded } }: ParsedQuestion): 'farcaster' | 'x' | undefined {
  if (farcasterWords.test(folded)) {
    return 'farcaster';
  }
  return xWords.test(folded) ? 'x' : undefined;
}

/** Returns whether a question names a platform of the catalog, such as `x` or `farcaster`. */
export function namesPlatform(platform: string, { question: { folded } }: ParsedQuestion): boolean {
  const words = new Map([
    ['x', xWords],
    ['farcaster', farcasterWords],
    ['mastodon', mastodonWords],
    ['bluesky', blueskyWords],
  ]);
  return words.get(platform)?.test(folded) === true;
}

function isOnBluesky(handle: string): boolean {
  return !handle.includes('@') && !handle.endsWith('.eth');
}

/**
 * Returns whether a question names a platform other than Bluesky for which a data type counts followers. Handles are
 * masked, because they can contain the name of a platform.
 */
function namesOtherPlatform({ masked, signals }: ParsedQuestion): boolean {
  return (
    signals.has('countedPlatform') &&
    (xWords.test(masked) || farcasterWords.test(masked) || mastodonWords.test(masked)) &&
    !blueskyWords.test(masked)
  );
}

/** Finds the DID of an account. */
export function fillUserId(parsed: ParsedQuestion): FilledParam {
  return onlyValue(parsed.entities.dids.map(({ value }) => value));
}

/**
 * Words right before the metric that a question asks for. In "the tweet was published by X. How many followers has X?",
 * "how many" is before "followers" and not before "tweet".
 */
const countedBefore =
  /(?<![\p{L}])(?:how many|how often|number of|count of|total of|amount of|cuant[oa]s|quant[oaie]s?|combien de|wie viele|hoeveel|сколько|kac|ile|kolik|cate)\s+(?:\p{L}+\s+){0,2}$/u;
const countedInside = /^(?:many|number)(?![\p{L}])/u;
const deniedBefore =
  /(?<![\p{L}])(?:not|nor|never mind|rather than|instead of)\s+(?:how many |the |those |who |to ){0,2}$/u;

/**
 * Finds the social metric that the question asks for. This is the one after words such as "how many", or else the first
 * one. So "followers of those who post" asks for followers. Returns undefined for followers, because this is the
 * default of the data type.
 */
export function fillMetric({ named, entities, question: { folded } }: ParsedQuestion): FilledParam {
  const asked = named.get('metric')?.toLowerCase();
  const textBefore = ({ start }: Mention): string => folded.slice(Math.max(0, start - 40), start);
  const affirmed = entities.metrics.filter((mention) => !deniedBefore.test(textBefore(mention)));
  const left = affirmed.length > 0 ? affirmed : entities.metrics;
  const counted = left.find(
    (mention) =>
      countedBefore.test(textBefore(mention)) || countedInside.test(folded.slice(mention.start, mention.end)),
  );
  const value = metrics.find((metric) => metric === asked) ?? (counted ?? left[0])?.value;
  return value === undefined || value === 'followers' ? undefined : { value };
}
