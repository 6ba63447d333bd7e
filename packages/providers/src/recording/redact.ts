import { isLosslessNumber, parse, stringify } from 'lossless-json';

/** The text that replaces a removed value. */
export const removed = 'removed';

/** Matches the names of fields that contain keys, sessions or personal data. */
const secretName =
  /^(x[-_])?(api[-_]?key|access[-_]?token|refresh[-_]?token|token[-_]?id|auth(orization)?|bearer|secret|client[-_]?secret|set[-_]?cookie|cookies?|password|session([-_]?id)?|signature|e?[-_]?mail|phone([-_]?number)?|ip([-_]?address)?|client[-_]?ip|remote[-_]?addr)$/i;

/** Matches e-mail addresses, IPv4 addresses, JSON web tokens and bearer tokens within a text. */
const secretTexts: readonly RegExp[] = [
  /[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,4}/g,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /\beyJ[\w-]{5,}\.[\w-]{5,}(\.[\w-]*)?/g,
  /\bBearer\s+[\w.~+/-]+=*/gi,
];

/**
 * Returns a text without the given secrets, e-mail addresses, IP addresses and tokens.
 * @param secrets texts that must not remain, such as the operator's key.
 */
export function redactedText(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((left, secret) => left.replaceAll(secret, removed), text);
  return secretTexts.reduce((left, pattern) => left.replace(pattern, removed), without);
}

/**
 * Returns JSON text without secrets: see redactedText. Values of fields such as `api_key` or `email` are replaced too.
 * Every number keeps its digits. Returns undefined for a text that is not JSON.
 */
export function redactedJson(text: string, secrets: readonly string[]): string | undefined {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return undefined;
  }
  return stringify(redactedValue(value, secrets));
}

/**
 * Returns JSON text in which a placeholder replaces every string that no adapter reads. Profiles contain names,
 * descriptions and pictures of people.
 * @param isNeeded receives the JSON text in which one string is replaced. It returns whether the adapter then reads the
 * text differently. It is called once for each string.
 */
export function withoutTexts(text: string, isNeeded: (without: string) => boolean): string {
  const value = parse(text);
  visitStrings(value, (replace, original) => {
    replace(removed);
    if (isNeeded(stringify(value) ?? '')) {
      replace(original);
    }
  });
  return stringify(value) ?? text;
}

function redactedValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return redactedText(value, secrets);
  }
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((each) => redactedValue(each, secrets));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      redactedText(name, secrets),
      secretName.test(name) && (typeof each === 'string' || isLosslessNumber(each))
        ? removed
        : redactedValue(each, secrets),
    ]),
  );
}

function visitStrings(value: unknown, visit: (replace: (text: string) => void, original: string) => void): void {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) {
    return;
  }
  const container = value as Record<string, unknown>;
  for (const [name, each] of Object.entries(container)) {
    if (typeof each === 'string') {
      visit((text) => void (container[name] = text), each);
    } else {
      visitStrings(each, visit);
    }
  }
}
