const loneSurrogates = /\p{Surrogate}/gu;

/**
 * Returns the text as well-formed Unicode with at most `maxCodePoints` code points. It replaces each lone surrogate with
 * U+FFFD and ends a text that it cut with an ellipsis, which is not counted. Use it for every text of a caller or a
 * provider that goes into a message, a status or a header: `slice` can cut a surrogate pair in half, and encoders such
 * as `encodeURI` throw on the half.
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
