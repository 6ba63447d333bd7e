import { expect, test } from '@jest/globals';
import { watch } from '../../testing/fake-watches.ts';
import { useWatchGateway } from '../../testing/watch-gateway.ts';

const gateway = useWatchGateway();

test("a watch of the caller's account is deleted with 204 and no body", async () => {
  const answer = await gateway.send(`/v1/watch/${watch.id}`, { method: 'DELETE' });
  expect(answer.status).toBe(204);
  expect(answer.text).toBe('');
  expect(answer.headers['content-length']).toBeUndefined();
  expect(gateway.watches.calls).toEqual([
    { method: 'DeleteWatch', request: { account_id: 'acc_1', watch_id: watch.id } },
  ]);
});

test('a watch that the account does not have is 404, and the message says so', async () => {
  const answer = await gateway.send('/v1/watch/w_0000000000000000000000', { method: 'DELETE' });
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ code: 'NOT_FOUND', error: expect.stringContaining('no watch with that id') });
});

test('a GET of a single watch is 405 with the allowed method', async () => {
  const answer = await gateway.send(`/v1/watch/${watch.id}`);
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('DELETE');
});
