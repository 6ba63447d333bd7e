import { expect, test } from '@jest/globals';
import { createProgress, StepFailure } from './progress.ts';

test('a step writes its title, its duration and its detail', async () => {
  const written: string[] = [];
  const moments = [0, 1_240];
  const progress = createProgress(
    (text) => written.push(text),
    () => moments.shift() ?? 0,
  );
  expect(
    await progress.step(
      'migrations',
      async () => 3,
      (count) => `${count} applied`,
    ),
  ).toBe(3);
  expect(written.join('')).toMatch(/^ {2}migrations +1\.2 s {3}3 applied\n$/);
});

test('a failed step rejects with the title of the innermost step', async () => {
  const progress = createProgress(() => undefined);
  const fail = progress.step('outer', () => progress.step('inner', () => Promise.reject(new Error('cause'))));
  await expect(fail).rejects.toMatchObject({ title: 'inner', message: 'cause' });
  await expect(fail).rejects.toBeInstanceOf(StepFailure);
});
