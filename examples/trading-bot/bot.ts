import { readFileSync } from 'node:fs';
import { Assay, AssayConnectionError, AssayError, type GateResult, type Trade } from '@assay/client';

/**
 * A bot that asks the gate before it signs a swap. It signs only if the gate allows the trade, and it computes the
 * swap's minimum output from the quote that the gate checked.
 *
 *     ASSAY_API_KEY=asy_... ASSAY_BASE_URL=http://localhost:8080 node examples/trading-bot/bot.ts [trade.json]
 *
 * It exits with 0 when it signed and with 2 when it did not.
 */

/** The bot's decision on a trade: sign it, or not. `minimumOut` is in base units of the checked mint. */
type Plan =
  | { readonly sign: true; readonly minimumOut: bigint; readonly mint: string; readonly traceId: string }
  | { readonly sign: false; readonly why: string };

/** Caveats that this bot accepts. Any other caveat stops it, including caveats that later versions add. */
const acceptedCaveats = new Set(['OUTPUT_ACCOUNT_ABSENT']);
/**
 * Maximum slippage, in basis points. The pool moves between the quote and the transaction, so the bot accepts an output
 * that is this much below the quote.
 */
const slippageBps = 50n;
const timeoutMs = 15_000;

/** Asks the gate and decides whether to sign. The bot does not sign unless the gate clearly answers "allow". */
async function planTrade(assay: Assay, trade: Trade): Promise<Plan> {
  try {
    return judge(await assay.gate(trade, { timeoutMs }));
  } catch (error) {
    if (error instanceof AssayConnectionError) {
      return { sign: false, why: `the gate did not answer: ${error.message}` };
    }
    if (error instanceof AssayError) {
      return { sign: false, why: `the gate answered ${error.code}: ${error.message}` };
    }
    throw error;
  }
}

function judge({ decision, reasons, caveats, checkedMint, quote, traceId }: GateResult): Plan {
  const unacceptable = [...reasons, ...caveats.filter(({ code }) => !acceptedCaveats.has(code))];
  if (decision === 'refuse' || unacceptable.length > 0 || quote.status !== 'delivered' || checkedMint === null) {
    const findings = unacceptable.map(({ code, message }) => `${code}: ${message}`).join('; ');
    return { sign: false, why: `${decision} (${traceId}): ${findings}` };
  }
  const minimumOut = (BigInt(quote.data.amountOut) * (10_000n - slippageBps)) / 10_000n;
  return { sign: true, minimumOut, mint: checkedMint, traceId };
}

/** Placeholder for the code that builds, signs and sends the swap. */
function signAndSend(trade: Trade, minimumOut: bigint, mint: string): void {
  console.log(`sign: swap ${trade.amountIn} in pool ${trade.pool} for at least ${minimumOut} of ${mint}`);
}

const file = process.argv[2] ?? new URL('trade.json', import.meta.url);
const trade = JSON.parse(readFileSync(file, 'utf8')) as Trade;
const plan = await planTrade(new Assay(), trade);
if (plan.sign) {
  signAndSend(trade, plan.minimumOut, plan.mint);
} else {
  console.log(`do not sign: ${plan.why}`);
  process.exitCode = 2;
}
