/**
 * The end of an error message about a password with special characters. It says what to do, and contains no part of the
 * URL.
 */
export const passwordAdvice =
  'write / ? # and % of the password as %2F %3F %23 and %25, or give the password in PGPASSWORD as it is';

/**
 * Returns whether the password in a URL contains an unescaped special character. Parsers would end the password there
 * and take its remainder for the host. False for a text that is not a URL.
 */
export function hasBrokenPassword(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { username, pathname, search, hash } = new URL(text);
  return pathname.includes('@') || hash.includes('@') || (username === '' && search.includes('@'));
}
