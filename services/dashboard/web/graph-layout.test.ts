import { expect, test } from '@jest/globals';
import { labelSize, layOutGraph, usefulWidth, type GraphNode } from './graph-layout.ts';

/** Width of a graph in a window of 360 px, without the padding of the page and of the card. */
const narrow = 294;
const longest = 'geckoterminal';

function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${longest.slice(0, 10)}${index}`);
}

/** Returns the box around a name: left, right, top and bottom. */
function boxOf({ name, labelX, labelY, anchor }: GraphNode): readonly [number, number, number, number] {
  const width = name.length * 7;
  const left = anchor === 'start' ? labelX : anchor === 'end' ? labelX - width : labelX - width / 2;
  return [left, left + width, labelY - labelSize * 0.75, labelY + labelSize * 0.2];
}

test.each([2, 3, 4, 5, 6, 8, 9, 12, 17])(
  'no name of %i covers another or leaves the graph, also at 360 px',
  (count) => {
    for (const available of [narrow, 480, 900]) {
      const { width, height, nodes } = layOutGraph(namesOf(count), available);
      expect(width).toBeLessThanOrEqual(available);
      const boxes = nodes.map(boxOf);
      for (const [index, [left, right, top, bottom]] of boxes.entries()) {
        expect([left >= 0, right <= width, top >= 0, bottom <= height]).toEqual([true, true, true, true]);
        const covered = boxes
          .slice(index + 1)
          .filter((other) => left < other[1] && other[0] < right && top < other[3] && other[2] < bottom);
        expect(covered).toEqual([]);
      }
    }
  },
);

test('a graph of few names is small, and its height does not depend on the space', () => {
  expect(usefulWidth(['a', 'b', 'c'])).toBeLessThan(200);
  expect(layOutGraph(['a', 'b', 'c'], narrow).height).toBe(layOutGraph(['a', 'b', 'c'], 900).height);
});
