import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../e2e/support/system.ts';

/** One price that the sandbox held, and when. Times are milliseconds since the Unix epoch. */
type HeldPrice = {
  readonly symbol: string;
  readonly usd: number;
  /** Before the request that set it. */
  readonly fromMs: number;
  /** After the request that set the next one. Infinite for the last one. */
  untilMs: number;
};

/** Prices of the sandbox that move by steps at known times, so that every answer can be judged. */
export type HeldPrices = {
  /** Returns the prices that a symbol had between two times. */
  readonly between: (symbol: string, fromMs: number, untilMs: number) => readonly number[];
  /** Ends the steps. The last prices stay. */
  readonly stop: () => Promise<void>;
};

/**
 * Moves prices by steps until it is stopped: up by the step, then back.
 * @param base price in US dollars by symbol.
 * @param stepBps size of a step in basis points. It must be well above the tolerance by which answers are judged.
 */
export async function startHeldPrices(
  sandboxUrl: string,
  base: Readonly<Record<string, number>>,
  { stepBps, everyMs }: { readonly stepBps: number; readonly everyMs: number },
): Promise<HeldPrices> {
  const held: HeldPrice[] = [];
  const end = new AbortController();
  const set = async (symbol: string, usd: number): Promise<void> => {
    const before = held.findLast((each) => each.symbol === symbol);
    held.push({ symbol, usd, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY });
    const { status, text } = await send(`${sandboxUrl}/control/prices/${symbol}`, {
      method: 'PUT',
      body: { usd: String(usd) },
    });
    if (status !== 200) {
      throw new Error(`the sandbox refused a price: ${text}`);
    }
    if (before !== undefined) {
      before.untilMs = Date.now();
    }
  };
  const step = async (isUp: boolean): Promise<void> => {
    for (const [symbol, usd] of Object.entries(base)) {
      await set(symbol, isUp ? usd * (1 + stepBps / 10_000) : usd);
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
      held
        .filter((each) => each.symbol === symbol && each.fromMs <= untilMs && each.untilMs >= fromMs)
        .map(({ usd }) => usd),
    stop: async () => {
      end.abort();
      await running;
    },
  };
}
