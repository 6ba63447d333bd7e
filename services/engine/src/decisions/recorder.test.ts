import { expect, test } from '@jest/globals';
import { subjects } from '@assay/rpc/subjects';
import { settled } from '../testing/test-sources.ts';
import { startRecorder, type StreamMessage, type RecorderPorts } from './recorder.ts';

const traceId = (index: number): string => index.toString(16).padStart(32, '0');
const message = (...indexes: number[]): Buffer =>
  subjects.decisionRecorded.encode({ decisions: indexes.map((index) => ({ trace_id: traceId(index) })) });

type Outcome = { readonly payload: Buffer; readonly how: string };

/** Returns a stream that delivers its payloads once and then stays open until the test closes it. */
function streamOf(payloads: readonly Buffer[], outcomes: Outcome[]) {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  async function* messages(): AsyncIterable<StreamMessage> {
    for (const payload of payloads) {
      const record = (how: string) => outcomes.push({ payload, how });
      yield {
        payload,
        acknowledge: () => record('done'),
        retryAfter: (afterMs) => record(`again after ${afterMs}`),
        discard: () => record('discarded'),
      };
    }
    await closed;
  }
  return { messages: messages(), close: async () => close() };
}

function play(payloads: readonly Buffer[], overrides: Partial<RecorderPorts> = {}) {
  const outcomes: Outcome[] = [];
  const written: string[] = [];
  const paused: number[] = [];
  const recorder = startRecorder({
    open: async () => streamOf(payloads, outcomes),
    write: async (decisions) => void written.push(...decisions.map(({ trace_id }) => trace_id)),
    pause: async (milliseconds) => void paused.push(milliseconds),
    onWarning: () => undefined,
    onMalformed: () => undefined,
    ...overrides,
  });
  return { recorder, outcomes, written, paused };
}

test('a message is acknowledged only after its decisions were written', async () => {
  const order: string[] = [];
  const { recorder, outcomes } = play([message(1, 2)], {
    write: async (decisions) => {
      expect(outcomes).toEqual([]);
      await settled();
      order.push(...decisions.map(({ trace_id }) => trace_id));
    },
  });
  await settled();
  await settled();
  await recorder.stop();
  expect(order).toEqual([traceId(1), traceId(2)]);
  expect(outcomes.map(({ how }) => how)).toEqual(['done']);
});

test('while the database is unavailable messages return to the stream, and the recorder pauses as long', async () => {
  const { recorder, outcomes, paused } = play([message(1), message(2)], {
    write: async () => {
      throw new Error('connection refused');
    },
  });
  await settled();
  await recorder.stop();
  expect(outcomes.map(({ how }) => how)).toEqual(['again after 1000', 'again after 1000']);
  expect(paused.slice(0, 2)).toEqual([1_000, 25]);
});

test('a message that holds no decisions is counted and discarded, and delays no other', async () => {
  let malformed = 0;
  const { recorder, outcomes, written } = play(
    [Buffer.from([0xff, 0xff]), subjects.decisionRecorded.encode({ decisions: [{ trace_id: "'; --" }] }), message(3)],
    { onMalformed: () => void (malformed += 1) },
  );
  await settled();
  await recorder.stop();
  expect(malformed).toBe(2);
  expect(outcomes.map(({ how }) => how)).toEqual(['discarded', 'discarded', 'done']);
  expect(written).toEqual([traceId(3)]);
});

test('an unavailable stream is opened again after a pause, until it succeeds', async () => {
  let opened = 0;
  const outcomes: Outcome[] = [];
  const { recorder, written, paused } = play([], {
    open: async () => {
      opened += 1;
      if (opened < 3) {
        throw new Error('NATS is not connected');
      }
      return streamOf([message(7)], outcomes);
    },
  });
  await settled();
  await settled();
  await recorder.stop();
  expect(paused.slice(0, 2)).toEqual([500, 500]);
  expect(written).toEqual([traceId(7)]);
});
