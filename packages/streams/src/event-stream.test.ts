import { expect, test } from '@jest/globals';
import { createEventStreamTransport } from './event-stream.ts';

/** A simulated venue: the URLs that were requested from it, and the body of its last response. */
function venue(status = 200) {
  const urls: string[] = [];
  const log: string[] = [];
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const encoder = new TextEncoder();
  const sentHeaders: Headers[] = [];
  const open = createEventStreamTransport((url, init) => {
    urls.push(url);
    sentHeaders.push(new Headers(init.headers));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        bodies.push(controller);
        init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return Promise.resolve(new Response(body, { status }));
  });
  let wake = (): void => undefined;
  const note = (line: string): void => {
    log.push(line);
    wake();
  };
  const connection = open(
    'https://venue.test/stream?parsed=true',
    {
      onOpen: () => note('open'),
      onMessage: (text) => note(text),
      onAlive: () => note('alive'),
      onClose: (detail, httpStatus) => note(`closed: ${detail}${httpStatus === undefined ? '' : ` (${httpStatus})`}`),
    },
    { authorization: 'Bearer k' },
  );
  const until = async (length: number): Promise<readonly string[]> => {
    while (log.length < length) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return log;
  };
  const say = (text: string): void => bodies.at(-1)?.enqueue(encoder.encode(text));
  return { connection, urls, sent: sentHeaders, log, bodies, until, say };
}

test('the stream opens at once, and is requested with its first parameters', async () => {
  const { connection, urls, until, say } = venue();
  expect(await until(1)).toEqual(['open']);
  expect(urls).toEqual([]);
  connection.send('add ids=a&ids=b');
  expect(urls).toEqual(['https://venue.test/stream?parsed=true&ids=a&ids=b']);
  say('data:{"a":1}\n\n: No update available\n\nda');
  say('ta:{"a":\ndata:2}\n\n');
  expect(await until(4)).toEqual(['open', '{"a":1}', 'alive', '{"a":\n2}']);
});

test('a byte order mark in front of the stream costs none of its events', async () => {
  const { connection, until, say } = venue();
  await until(1);
  connection.send('add ids=a');
  say('\uFEFFdata:{"a":1}\n\n');
  expect(await until(2)).toEqual(['open', '{"a":1}']);
});

test("every request carries the headers of the operator's key", async () => {
  const { connection, sent, until } = venue();
  await until(1);
  connection.send('add ids=a');
  connection.send('add ids=b');
  expect(sent.map((headers) => headers.get('authorization'))).toEqual(['Bearer k', 'Bearer k']);
  expect(sent[0]?.get('accept')).toBe('text/event-stream');
});

test('changed parameters request the stream again, and what the former one sends is dropped', async () => {
  const { connection, urls, log, until, say } = venue();
  await until(1);
  connection.send('add ids=a');
  connection.send('add ids=a');
  connection.send('add ids=b');
  connection.send('remove ids=a');
  expect(urls.map((url) => url.split('true')[1])).toEqual(['&ids=a', '&ids=a&ids=b', '&ids=b']);
  say('data:1\n\n');
  expect(await until(2)).toEqual(['open', '1']);
  connection.send('remove ids=b');
  expect(urls).toHaveLength(3);
  expect(log).toHaveLength(2);
});

test('a refusal, an end and an event without an end close the stream once', async () => {
  const refused = venue(404);
  refused.connection.send('add ids=a');
  expect(await refused.until(1)).toContain('closed: HTTP 404 (404)');
  const ended = venue();
  await ended.until(1);
  ended.connection.send('add ids=a');
  ended.bodies[0]?.close();
  expect(await ended.until(2)).toEqual(['open', 'closed: the venue closed the connection']);
  const endless = venue();
  await endless.until(1);
  endless.connection.send('add ids=a');
  endless.say(`data:${'x'.repeat(1_048_577)}`);
  expect(await endless.until(2)).toEqual(['open', 'closed: an event is longer than 1048576 characters']);
});

test('a paused stream reads nothing until it is resumed, and a closed one nothing at all', async () => {
  const { connection, log, until, say } = venue();
  await until(1);
  connection.send('add ids=a');
  connection.pause();
  say('data:1\n\n');
  await new Promise(setImmediate);
  expect(log).toEqual(['open']);
  connection.resume();
  expect(await until(2)).toEqual(['open', '1']);
  connection.close();
  connection.send('add ids=b');
  await new Promise(setImmediate);
  expect(log).toEqual(['open', '1']);
});
