const loneSurrogates = /\p{Surrogate}/gu;

/**
 * Returns the text as well-formed Unicode with at most `maxCodePoints` code points. Each lone surrogate becomes U+FFFD. A
 * shortened text ends with an ellipsis, which does not count. Use it for every text from a caller or a provider that becomes
 * part of a message, a status or a header: `slice` can split a surrogate pair, and encoders such as `encodeURI` throw on
 * half a pair.
 */
export function cleanText(text: string, maxCodePoints: number = Number.POSITIVE_INFINITY): string {
  if (text.length <= maxCodePoints) {
    return text.replace(loneSurrogates, '\ufffd');
  }
  let end = 0;
  for (let count = 0; count < maxCodePoints && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  const cut = text.slice(0, end).replace(loneSurrogates, '\ufffd');
  return end < text.length ? `${cut}…` : cut;
}
