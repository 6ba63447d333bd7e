/** For each media type that an answer to a message may have, whether the caller accepts it. */
export type AcceptedMedia = { readonly json: boolean; readonly stream: boolean };

/**
 * Returns which of its two media types the endpoint may use in the answer (RFC 9110, section 12.5.1). A missing or
 * empty `Accept` accepts everything. Wildcards count too, because proxies and common clients send them.
 */
export function acceptedMedia(accept: string | undefined): AcceptedMedia {
  if (accept === undefined || accept.trim() === '') {
    return { json: true, stream: true };
  }
  const ranges = accept.split(',').map(readRange);
  return { json: accepts(ranges, 'application', 'json'), stream: accepts(ranges, 'text', 'event-stream') };
}

type MediaRange = { readonly range: string; readonly isRefused: boolean };

function readRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  return { range, isRefused: parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) };
}

/** The most specific media range decides. For example, `text/event-stream;q=0, text/*` refuses a stream. */
function accepts(ranges: readonly MediaRange[], type: string, subtype: string): boolean {
  const bySpecificity = [`${type}/${subtype}`, `${type}/*`, '*/*'];
  const decisive = bySpecificity
    .map((wanted) => ranges.find(({ range }) => range === wanted))
    .find((range) => range !== undefined);
  return decisive !== undefined && !decisive.isRefused;
}
