import type { PrintOfStream } from '../print-listener.ts';

/** Returns a trade of the stream `venue`. `number` is both the trade's id and the time of its arrival in seconds. */
export function printOf(number: number, topic = 'BTC-USD', completeSinceMs = 0): PrintOfStream {
  const atMs = number * 1_000;
  return {
    stream: 'venue',
    print: {
      topic,
      price: '64000.10',
      size: '0.01374',
      atMs: atMs - 40,
      id: String(number),
      receivedAtMs: atMs,
      completeSinceMs,
    },
  };
}
