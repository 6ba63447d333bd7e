import { expect, test } from '@jest/globals';
import { differenceText } from './difference-text.ts';

test.each([
  [3.2, 'delivered', 'differs by 3.2 bp from the delivered number'],
  [0, 'delivered', 'differs by 0 bp from the delivered number'],
  [300, 'refused', "differs by 300 bp from the source's number"],
])('%s basis points of a decision that ended as %s', (differenceBps, outcome, text) => {
  expect(differenceText(differenceBps, outcome)).toBe(text);
});
