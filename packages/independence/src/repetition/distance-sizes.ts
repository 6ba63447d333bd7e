/** Size classes of a provider's own distances: upper edges in basis points. */
export const distanceEdgesBp = Float64Array.from({ length: 29 }, (_, size) =>
  size === 0 ? 1e-6 : 0.01 * 2 ** ((size - 1) / 2),
);

/** Returns the size class of a distance in basis points. */
export function sizeOf(distanceBp: number): number {
  let size = 0;
  while (size < distanceEdgesBp.length && distanceBp > (distanceEdgesBp[size] ?? 0)) {
    size++;
  }
  return size;
}
