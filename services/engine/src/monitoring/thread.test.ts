import { expect, test } from '@jest/globals';
import type { Clock } from '@assay/runtime/clock';
import { startLearningThread, type LearningEvents } from './thread.ts';

const failing = new URL('data:text/javascript,throw new Error("it cannot start")');
const observation = { t: 1, provider: 'a', key: 'k', value: '1', asOf: null, latencyMs: 0, ok: true };

/** A clock whose timers run only when the test runs them. */
function heldClock() {
  let nowMs = 0;
  let onTimer: () => void = () => undefined;
  const timers: { readonly afterMs: number; readonly call: () => void; isCancelled: boolean }[] = [];
  const clock: Pick<Clock, 'after' | 'monotonic'> = {
    monotonic: () => nowMs,
    after: (afterMs, call) => {
      const timer = { afterMs, call, isCancelled: false };
      timers.push(timer);
      onTimer();
      return () => void (timer.isCancelled = true);
    },
  };
  /** Resolves with the next timer that the code under test sets. */
  const nextTimer = async () => {
    const known = timers.length;
    await new Promise<void>((resolve) => {
      onTimer = resolve;
    });
    const timer = timers[known];
    if (timer === undefined) {
      throw new Error('no timer was set');
    }
    const run = (): void => {
      nowMs += timer.afterMs;
      timer.call();
    };
    return { timer, run };
  };
  return { clock, nextTimer };
}

test('a thread that fails at every start is started again after pauses that grow, until it is closed', async () => {
  const { clock, nextTimer } = heldClock();
  const causes: unknown[] = [];
  const events: LearningEvents = {
    onVerdicts: () => undefined,
    onUnreadable: () => undefined,
    onRestart: (cause) => void causes.push(cause),
    onUnexpected: (_source, error) => void causes.push(error),
  };
  let restart = nextTimer();
  const thread = startLearningThread({ minRowMs: 900, provesEarly: false }, events, {
    module: failing,
    clock,
    random: () => 1,
  });
  const pauses: number[] = [];
  for (let failures = 0; failures < 4; failures += 1) {
    const { timer, run } = await restart;
    expect(thread.observe(observation)).toBe(false);
    expect(causes).toHaveLength(failures);
    pauses.push(timer.afterMs);
    restart = nextTimer();
    run();
  }
  expect(pauses).toEqual([375, 750, 1_500, 3_000]);
  expect(causes[0]).toMatchObject({ message: 'it cannot start' });
  const { timer } = await restart;
  await thread.close();
  expect(timer.isCancelled).toBe(true);
});
