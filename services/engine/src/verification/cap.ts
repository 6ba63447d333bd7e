/**
 * Why a type stays below what its sources could reach together: nobody has measured yet which of them share an upstream.
 * @param sourceCount how many sources of the type there are, whatever their health.
 */
export function unmeasuredReason(sourceCount: number): string {
  return sourceCount === 1
    ? 'it has only one source'
    : `the independence of its ${sourceCount} sources has not been measured yet`;
}
