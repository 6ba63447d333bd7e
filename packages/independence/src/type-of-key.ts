/** Returns the type of a measured key: the part before its first colon. */
export function typeOfKey(key: string): string {
  const end = key.indexOf(':');
  return end === -1 ? key : key.slice(0, end);
}
