/**
 * Returns a sentence about the failed requests of a minute that Assay did not store. Undefined when there are none.
 *
 * @param count the number of these requests.
 */
export function leftOutSentence(count: number): string | undefined {
  if (count === 0) {
    return undefined;
  }
  const noun = count === 1 ? 'request' : 'requests';
  return `${count.toLocaleString('en')} other failed ${noun} of the same minute ${count === 1 ? 'is' : 'are'} not stored.`;
}
