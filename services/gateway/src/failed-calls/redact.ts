import { cleanText } from '@assay/faults/clean-text';

/** The text that stands for a secret. */
export const redactedMark = '[redacted]';

/** Names of fields whose values are secrets. The parameter `token` of a price is a symbol, so plain "token" is absent. */
const secretName =
  /secret|passw|passphrase|authori[sz]ation|credential|cookie|mnemonic|seed.?phrase|(api|private|access|signing).?key|(access|refresh|auth|bearer|id).?token/i;

/** Forms of secrets that callers could paste anywhere. */
const secretForms = [
  // This service's own keys and secrets, and the keys of common services.
  /\b(?:asy|whsec|op)_[\w-]{6,}/g,
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA)[-_]?[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]{1,40}-----[^]*/g,
  /\b(?:bearer|basic) +[\w.~+/=-]{8,}/gi,
  // Private keys: 64 bytes in base58, and 32 bytes in hex.
  /\b[1-9A-HJ-NP-Za-km-z]{80,90}\b/g,
  /\b(?:0x)?[0-9a-f]{64,}\b/gi,
];

/** The path and the query of a URL can be secrets, as those of many webhooks are. */
const url = /\b([a-z][a-z0-9+.-]{1,10}:\/\/)(?:[^\s/?#@"]*@)?([^\s/?#@"]+)(?:[/?#][^\s"]*)?/gi;

/**
 * The patterns also see this many characters beyond the limit of a text, so that they recognise a secret that is cut
 * off there.
 */
const overlap = 200;

/** Returns the beginning of a text without control characters and without anything that looks like a secret. */
export function redactText(text: string, maxCharacters: number): string {
  const start = cleanText(text, maxCharacters + overlap).replaceAll(/[\p{Cc}]+/gu, ' ');
  const withoutUrls = start.replaceAll(url, (whole: string, scheme: string, host: string) => {
    const kept = `${scheme}${host}`;
    return whole === kept ? kept : `${kept}/…`;
  });
  const redacted = secretForms.reduce((rest, form) => rest.replaceAll(form, redactedMark), withoutUrls);
  return cleanText(redacted, maxCharacters);
}

/** The limits of a value that the log stores. */
export type ValueLimits = { readonly characters: number; readonly entries: number; readonly depth: number };

const maxNameCharacters = 100;
/** A list of at least this many numbers can be the bytes of a private key. */
const keyBytes = 32;

/** Returns a copy of a JSON value within the limits, without anything that looks like a secret. */
export function redactValue(value: unknown, limits: ValueLimits): unknown {
  if (typeof value === 'string') {
    return redactText(value, limits.characters);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (limits.depth === 0) {
    return '…';
  }
  const inner = { ...limits, depth: limits.depth - 1 };
  if (Array.isArray(value)) {
    const isKey = value.length >= keyBytes && value.every((item) => typeof item === 'number');
    const items = value.slice(0, limits.entries).map((item) => redactValue(item, inner));
    return isKey ? redactedMark : value.length > limits.entries ? [...items, '…'] : items;
  }
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, limits.entries)
    .map(([name, field]): [string, unknown] => [
      redactText(name, maxNameCharacters),
      secretName.test(name) ? redactedMark : redactValue(field, inner),
    ]);
  return Object.fromEntries(entries.length > limits.entries ? [...kept, ['…', '…']] : kept);
}
