import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../e2e/support/system.ts';

/**
 * A value that the sandbox held, and the period in which it held the value. Times are in milliseconds since the Unix
 * epoch.
 */
type HeldValue = {
  readonly symbol: string;
  readonly value: number;
  /** A time shortly before the request that set the value. */
  readonly fromMs: number;
  /** A time shortly after the request that set the next value. Infinite for the last value. */
  untilMs: number;
};

/** Simulated prices or rates that change in steps at known times. So a test can judge every answer. */
export type HeldValues = {
  /** Returns the values that a symbol had between two times. */
  readonly between: (symbol: string, fromMs: number, untilMs: number) => readonly number[];
  /** Stops the steps. The sandbox keeps the last values. */
  readonly stop: () => Promise<void>;
};

/** The section of the sandbox's control interface that sets the values, and the body of a request to it. */
type HeldSection = { readonly name: string; readonly bodyOf: (value: number) => object };

const prices: HeldSection = { name: 'prices', bodyOf: (value) => ({ usd: String(value) }) };
const rates: HeldSection = { name: 'funding', bodyOf: (value) => ({ perEightHours: value.toFixed(12) }) };

/**
 * Moves prices until it is stopped. Each price alternates between its base and one step above.
 * @param base price in US dollars by symbol.
 * @param stepBps size of a step in basis points. It must be well above the tolerance with which answers are judged.
 */
export async function startHeldPrices(
  sandboxUrl: string,
  base: Readonly<Record<string, number>>,
  { stepBps, everyMs }: { readonly stepBps: number; readonly everyMs: number },
): Promise<HeldValues> {
  return startSteps(sandboxUrl, prices, base, everyMs, (value) => value * (1 + stepBps / 10_000));
}

/**
 * Moves funding rates until it is stopped. Each rate alternates between its base and one step above.
 * @param base rate per eight hours by symbol.
 * @param stepBps size of a step in basis points of the position. It must be well above the tolerance with which answers
 * are judged.
 */
export async function startHeldRates(
  sandboxUrl: string,
  base: Readonly<Record<string, number>>,
  { stepBps, everyMs }: { readonly stepBps: number; readonly everyMs: number },
): Promise<HeldValues> {
  return startSteps(sandboxUrl, rates, base, everyMs, (value) => value + stepBps / 10_000);
}

async function startSteps(
  sandboxUrl: string,
  section: HeldSection,
  base: Readonly<Record<string, number>>,
  everyMs: number,
  raised: (value: number) => number,
): Promise<HeldValues> {
  const heldValues: HeldValue[] = [];
  const end = new AbortController();
  const set = async (symbol: string, value: number): Promise<void> => {
    const before = heldValues.findLast((each) => each.symbol === symbol);
    heldValues.push({ symbol, value, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY });
    const { status, text } = await send(`${sandboxUrl}/control/${section.name}/${symbol}`, {
      method: 'PUT',
      body: section.bodyOf(value),
    });
    if (status !== 200) {
      throw new Error(`the sandbox refused a value: ${text}`);
    }
    if (before !== undefined) {
      before.untilMs = Date.now();
    }
  };
  const step = async (isUp: boolean): Promise<void> => {
    for (const [symbol, value] of Object.entries(base)) {
      await set(symbol, isUp ? raised(value) : value);
    }
  };
  await step(false);
  const run = async (): Promise<void> => {
    for (let isUp = true; !end.signal.aborted; isUp = !isUp) {
      const isOver = await wait(everyMs, false, { signal: end.signal }).catch(() => true);
      await (isOver ? undefined : step(isUp));
    }
  };
  const running = run();
  return {
    between: (symbol, fromMs, untilMs) =>
      heldValues
        .filter((each) => each.symbol === symbol && each.fromMs <= untilMs && each.untilMs >= fromMs)
        .map(({ value }) => value),
    stop: async () => {
      end.abort();
      await running;
    },
  };
}
