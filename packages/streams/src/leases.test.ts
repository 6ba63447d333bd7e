import { expect, test } from '@jest/globals';
import { createStreamLeases, leaseMs } from './leases.ts';
import { manualTimers } from './testing/fake-transport.ts';

test('a lease that was not renewed in time is not held, whatever the database says later', async () => {
  const clock = manualTimers();
  let answer: readonly string[] | Error = ['venue'];
  const leases = createStreamLeases(async () => {
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  }, clock);
  expect(leases.holds('venue')).toBe(false);
  await leases.renew();
  expect([leases.holds('venue'), leases.holds('other')]).toEqual([true, false]);
  answer = new Error('the database is unavailable');
  clock.advance(leaseMs - 1);
  await expect(leases.renew()).rejects.toThrow();
  expect(leases.holds('venue')).toBe(true);
  clock.advance(1);
  expect(leases.holds('venue')).toBe(false);
});
