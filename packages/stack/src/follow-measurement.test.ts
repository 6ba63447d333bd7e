import { expect, test } from '@jest/globals';
import type { Clock } from '@assay/runtime/clock';
import { followMeasurement } from './follow-measurement.ts';
import { createLiveOutput } from './live-output.ts';
import type { ServedType, ServedTypes } from './served-types.ts';

/** A clock whose pauses end at once, after it moved by their length. */
function skippingClock(): Pick<Clock, 'monotonic' | 'after'> {
  let nowMs = 0;
  return {
    monotonic: () => nowMs,
    after: (milliseconds, call) => {
      nowMs += milliseconds;
      queueMicrotask(call);
      return () => undefined;
    },
  };
}

const open: ServedType = {
  maxLevel: 'single_source',
  exampleLevel: 'single_source',
  isMeasuring: true,
  decidedPairs: 0,
  openPairs: 3,
};
const half: ServedType = { ...open, decidedPairs: 2, openPairs: 1 };
const done: ServedType = {
  maxLevel: 'anchored',
  exampleLevel: 'anchored',
  isMeasuring: false,
  decidedPairs: 3,
  openPairs: 0,
};

/** Follows a measurement that shows the given states of one type in turn, the last one forever. */
async function follow(
  states: readonly (ServedType | undefined)[],
  { isTerminal = false, signal }: { readonly isTerminal?: boolean; readonly signal?: AbortSignal } = {},
): Promise<string> {
  let written = '';
  const write = (text: string): void => {
    written += text;
  };
  const typesOf = (state: ServedType | undefined): ServedTypes =>
    new Map(state === undefined ? [] : [['token.price', state]]);
  let reads = 0;
  const read = async (): Promise<ServedTypes> => {
    const state = states[Math.min(reads, states.length - 1)];
    reads += 1;
    return typesOf(state);
  };
  await followMeasurement(
    { types: typesOf(open), sampleType: 'token.price' },
    read,
    createLiveOutput({ isTTY: isTerminal, columns: 200, write }),
    { clock: skippingClock(), ...(signal === undefined ? {} : { signal }) },
  );
  return written;
}

test('the moment at which a type reaches anchored gets a line, and the measured system a last one', async () => {
  expect(await follow([open, half, half, done])).toBe(
    [
      'Measuring which sources are independent. Seconds after the system was ready:',
      '     0.0 s  the request gets single_source; 0 pairs proven; open: token.price 3',
      '     1.5 s  anchored: token.price',
      '     1.5 s  the request above gets anchored now',
      '     1.5 s  every type is measured: anchored 1',
      '',
    ].join('\n'),
  );
});

test('a file gets a progress line every ten seconds, and only when something has changed', async () => {
  const lines = (
    await follow([...Array.from({ length: 30 }, () => open), ...Array.from({ length: 30 }, () => half), done])
  )
    .split('\n')
    .filter((line) => line.includes('open:'));
  expect(lines).toEqual([
    '     0.0 s  the request gets single_source; 0 pairs proven; open: token.price 3',
    '    15.0 s  the request gets single_source; 2 pairs proven; open: token.price 1',
  ]);
});

test('on a terminal one line changes with every reading, and disappears at the end', async () => {
  const text = await follow([open, half, done], { isTerminal: true });
  expect(text.match(/open: token\.price \d/g)).toEqual([
    'open: token.price 3',
    'open: token.price 1',
    // Below each of the two lines that stay, the changing line is written again.
    'open: token.price 1',
    'open: token.price 1',
  ]);
  expect(text.endsWith('\r\u001B[2K     1.0 s  every type is measured: anchored 1\n')).toBe(true);
});

test('an engine that does not answer changes no level, and the reader goes on', async () => {
  const text = await follow([half, undefined, undefined, done]);
  expect(text).not.toContain('single_source: token.price');
  expect(text).toContain('every type is measured');
});

test('a measurement that does not end is followed for half an hour, and then the message names the command', async () => {
  const text = await follow([half]);
  expect(text).toMatch(/180\d\.\d s {2}.*The measurement continues; "npm run -s assay -- independence show"/);
});

test('nothing follows the end of the system', async () => {
  expect(await follow([half], { signal: AbortSignal.abort() })).not.toContain('pairs');
});
