const nothing: readonly never[] = [];

/**
 * Returns the same matches of a global pattern in a text as `matchAll`. It is faster, because `matchAll` compiles a
 * copy of the pattern at each call, which takes longer than the search.
 * @param needed text that every match contains. Most texts lack it, so they need no search.
 */
export function matchesOf(pattern: RegExp, text: string, needed = ''): readonly RegExpExecArray[] {
  if (!text.includes(needed)) {
    return nothing;
  }
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) {
    return nothing;
  }
  const found: RegExpExecArray[] = [];
  while (match !== null) {
    found.push(match);
    if (match[0] === '') {
      // An empty match does not advance `lastIndex`, so without this step the loop would find it forever.
      const isPair = pattern.unicode && (text.codePointAt(pattern.lastIndex) ?? 0) > 0xffff;
      pattern.lastIndex += isPair ? 2 : 1;
    }
    match = pattern.exec(text);
  }
  return found;
}
