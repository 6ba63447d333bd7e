/**
 * The ends of names that never belong to a host of the public internet: those that RFCs and ICANN set aside, those that
 * RFC 6762 found in private use, and those by which clusters and clouds call their own insides. `example.com` and its
 * sisters are set aside too, but they are public hosts.
 */
const specialUse: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'cluster',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
  'test',
]);

const nameMaxCharacters = 253;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Whether a lowercase host name without a trailing dot can stand in the public DNS: two labels or more, each of 1 to 63
 * letters, digits, hyphens and underscores, and 253 characters at most.
 */
export function isWellFormedName(name: string): boolean {
  const labels = name.split('.');
  return name.length <= nameMaxCharacters && labels.length > 1 && labels.every((part) => label.test(part));
}

/** Whether a name is set aside for local or special use, by its last label. */
export function isSpecialUse(name: string): boolean {
  return specialUse.has(name.slice(name.lastIndexOf('.') + 1));
}
