/**
 * Returns the exact size of the largest set of nodes in which no two nodes are joined. Each node is one bit, so it
 * throws for more than 32 nodes.
 *
 * @param joined for each node, the bits of the nodes that are joined with it
 */
export function largestIndependentSet(joined: readonly number[]): number {
  if (joined.length > 32) {
    throw new RangeError(`at most 32 nodes can be searched, not ${joined.length}`);
  }
  const known = new Map<number, number>();
  const search = (candidates: number): number => {
    if (candidates === 0) {
      return 0;
    }
    const remembered = known.get(candidates);
    if (remembered !== undefined) {
      return remembered;
    }
    let chosen = -1;
    let max = -1;
    for (let rest = candidates; rest !== 0; rest &= rest - 1) {
      const node = 31 - Math.clz32(rest & -rest);
      const degree = bitCount((joined[node] ?? 0) & candidates);
      // Some largest set contains this node, because it has at most one neighbour. So no branching is needed.
      if (degree <= 1) {
        const size = 1 + search(candidates & ~(joined[node] ?? 0) & ~(1 << node));
        known.set(candidates, size);
        return size;
      }
      if (degree > max) {
        max = degree;
        chosen = node;
      }
    }
    const without = candidates & ~(1 << chosen);
    const size = Math.max(1 + search(without & ~(joined[chosen] ?? 0)), search(without));
    known.set(candidates, size);
    return size;
  };
  return search(joined.length === 32 ? -1 : (1 << joined.length) - 1);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    count++;
  }
  return count;
}
