import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { watch } from '../../testing/fake-watches.ts';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open(0n).key;
  gateway.watches.calls.length = 0;
  gateway.watches.listed = [watch];
});

test("a watch of the account's own is deleted with 204 and no body", async () => {
  const answer = await gateway.send(`/v1/watch/${watch.id}`, { key, method: 'DELETE' });
  expect(answer.status).toBe(204);
  expect(answer.text).toBe('');
  expect(answer.headers['content-length']).toBeUndefined();
  expect(gateway.watches.calls).toEqual([
    { method: 'DeleteWatch', request: { account_id: 'acc_1', watch_id: watch.id } },
  ]);
});

test('a watch that the account does not have is 404, and the message says so', async () => {
  const answer = await gateway.send('/v1/watch/w_0000000000000000000000', { key, method: 'DELETE' });
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ code: 'NOT_FOUND', error: expect.stringContaining('no watch with that id') });
});

test('a single watch cannot be read, and the answer says what can be done with it', async () => {
  const answer = await gateway.send(`/v1/watch/${watch.id}`, { key });
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('DELETE');
});
