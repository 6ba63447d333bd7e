import { expect, test } from '@jest/globals';
import { createLinkHandover } from './sign-in-links.ts';

test('a link goes to the operator who waits for its address, and to nobody afterwards', async () => {
  const handover = createLinkHandover();
  expect(handover.take('ann@example.com', 'https://early')).toBe(false);
  expect(handover.isAwaited('ann@example.com')).toBe(false);
  const link = await handover.during('ann@example.com', async () => {
    expect(handover.take('bob@example.com', 'https://bob')).toBe(false);
    expect([handover.isAwaited('ann@example.com'), handover.isAwaited('bob@example.com')]).toEqual([true, false]);
    expect(handover.take('ann@example.com', 'https://ann')).toBe(true);
  });
  expect(link).toBe('https://ann');
  expect(handover.take('ann@example.com', 'https://late')).toBe(false);
});

test('an operator whose request fails no longer receives links', async () => {
  const handover = createLinkHandover();
  const failing = handover.during('ann@example.com', () => Promise.reject(new Error('no mail server')));
  await expect(failing).rejects.toThrow('no mail server');
  expect(handover.take('ann@example.com', 'https://late')).toBe(false);
});
