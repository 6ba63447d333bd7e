import { expect, test } from '@jest/globals';
import { createReport, StepFailure } from './report.ts';

test('a step is said with how long it took and what came of it', async () => {
  const written: string[] = [];
  const moments = [0, 1_240];
  const report = createReport(
    (text) => written.push(text),
    () => moments.shift() ?? 0,
  );
  expect(
    await report.step(
      'migrations',
      async () => 3,
      (count) => `${count} applied`,
    ),
  ).toBe(3);
  expect(written.join('')).toMatch(/^ {2}migrations +1\.2 s {3}3 applied\n$/);
});

test('a step that fails is known by its title, the innermost one where steps hold steps', async () => {
  const report = createReport(() => undefined);
  const fail = report.step('outer', () => report.step('inner', () => Promise.reject(new Error('cause'))));
  await expect(fail).rejects.toMatchObject({ title: 'inner', message: 'cause' });
  await expect(fail).rejects.toBeInstanceOf(StepFailure);
});
