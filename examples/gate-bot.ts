import { readFileSync } from 'node:fs';

/**
 * A bot that asks the gate before it signs a swap. It signs only if the gate allows the trade, and it computes the
 * swap's minimum output from the quote that the gate checked.
 *
 *     ASSAY_API_KEY=asy_... npx tsx examples/gate-bot.ts [trade.json]
 *
 * It exits with 0 when it signed and with 2 when it did not.
 */

/** A trade and the limits that it must keep to: the body of POST /v1/gate. */
type GatedTrade = {
  readonly pool: string;
  readonly payer: string;
  readonly inputTokenAccount: string;
  readonly outputTokenAccount: string;
  readonly amountIn: string;
  readonly policy: { readonly maxPriceImpactBps: number; readonly maxRiskScore?: number; readonly minLevel?: string };
};

type Finding = { readonly code: string; readonly message: string };

/** The fields of a gate's answer that the bot uses. */
type GateAnswer = {
  readonly decision: 'allow' | 'allow_with_caveat' | 'refuse';
  readonly reasons: readonly Finding[];
  readonly caveats: readonly Finding[];
  readonly checkedMint: string | null;
  readonly quote: { readonly status: string; readonly data?: { readonly amountOut: string; readonly slot: number } };
  readonly traceId: string;
};

/** What the bot does with a trade. `minimumOut` is in base units of the checked mint. */
type Plan =
  | { readonly sign: true; readonly minimumOut: bigint; readonly mint: string; readonly traceId: string }
  | { readonly sign: false; readonly why: string };

/** Caveats that this bot can live with. Any other caveat stops it, also one that a later version adds. */
const acceptedCaveats = new Set(['OUTPUT_ACCOUNT_ABSENT']);
/** The pool moves between the quote and the transaction. The swap may pay out half a percent less than the quote. */
const slippageBps = 50n;
const timeoutMs = 15_000;

/** Asks the gate and decides. Everything that is not a clear yes is a no. */
async function planTrade(trade: GatedTrade, url: string, key: string): Promise<Plan> {
  let response: Response;
  try {
    response = await fetch(`${url}/v1/gate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(trade),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return { sign: false, why: `the gate did not answer: ${String(error)}` };
  }
  if (response.status !== 200) {
    return { sign: false, why: `the gate answered ${response.status}: ${await response.text()}` };
  }
  return judge((await response.json()) as GateAnswer);
}

function judge(answer: GateAnswer): Plan {
  const unacceptable = [...answer.reasons, ...answer.caveats.filter(({ code }) => !acceptedCaveats.has(code))];
  const { checkedMint, quote, traceId } = answer;
  if (answer.decision === 'refuse' || unacceptable.length > 0 || quote.data === undefined || checkedMint === null) {
    const findings = unacceptable.map(({ code, message }) => `${code}: ${message}`).join('; ');
    return { sign: false, why: `${answer.decision} (${traceId}): ${findings}` };
  }
  const minimumOut = (BigInt(quote.data.amountOut) * (10_000n - slippageBps)) / 10_000n;
  return { sign: true, minimumOut, mint: checkedMint, traceId };
}

/** Stands for the code that builds, signs and sends the swap. */
function signAndSend(trade: GatedTrade, minimumOut: bigint, mint: string): void {
  console.log(`sign: swap ${trade.amountIn} in pool ${trade.pool} for at least ${minimumOut} of ${mint}`);
}

const { ASSAY_API_KEY: key, ASSAY_BASE_URL: url = 'http://localhost:8080' } = process.env;
if (key === undefined || key === '') {
  throw new Error('set ASSAY_API_KEY to the demo key that make up prints');
}
const file = process.argv[2] ?? new URL('trade.json', import.meta.url);
const trade = JSON.parse(readFileSync(file, 'utf8')) as GatedTrade;
const plan = await planTrade(trade, url, key);
if (plan.sign) {
  signAndSend(trade, plan.minimumOut, plan.mint);
} else {
  console.log(`do not sign: ${plan.why}`);
  process.exitCode = 2;
}
