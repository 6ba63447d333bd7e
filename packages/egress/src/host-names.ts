/**
 * Top-level labels that never belong to a host of the public internet. RFCs and ICANN reserve some of them, RFC 6762 lists
 * some in private use, and clusters and clouds use the others internally. The reserved `example.com` is not listed, because
 * it is a public host.
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

const maxNameCharacters = 253;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Returns whether a host name can exist in the public DNS. It has at least two labels and at most 253 characters. A label
 * has 1 to 63 letters, digits, hyphens and underscores.
 *
 * @param name lowercase, without a trailing dot.
 */
export function isWellFormedName(name: string): boolean {
  const labels = name.split('.');
  return name.length <= maxNameCharacters && labels.length > 1 && labels.every((part) => label.test(part));
}

/** Returns whether a name is reserved for local or special use, judged by its last label. */
export function isSpecialUse(name: string): boolean {
  return specialUse.has(name.slice(name.lastIndexOf('.') + 1));
}
