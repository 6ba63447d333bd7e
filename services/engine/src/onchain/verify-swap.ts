import { parseParams } from '@assay/catalog/params';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { ChainSnapshot } from '@assay/solana/account';
import { derivationOf, ProblemError, type Derivation } from '@assay/solana/outcome';
import { loadPool } from '@assay/solana/pools/load-pool';
import { checkedTrade, type CheckedAccount, type CheckedTrade } from '@assay/solana/quotes/checked-trade';
import { poolTokens, swapQuote, type SwapRequest } from '@assay/solana/quotes/swap-quote';
import type { EngineAnswer } from '../verification/answer.ts';
import type { SwapQuestion, SwapAnswer, TradeAccountReport } from '../verification/swap-answer.ts';
import { callDeadlineMs } from '../verification/verify.ts';
import { answerFromChain, type CallPart } from './answer-from-chain.ts';
import type { PendingOpinions } from './opinions/opinion-providers.ts';
import { hintsFrom, prefetchKey } from './reads/prefetch-cache.ts';
import type { ChainQuestion, PartDerivation } from './types/define.ts';
import { swapRequestOf } from './types/swap-quote/answer.ts';
import { riskQuestion } from './types/token-risk/answer.ts';
import { callPart, chainType, type VerifyChainPorts } from './verify-chain.ts';

/**
 * Answers a swap quote, and the risk of the token that the swap would pay out, from the same reads of each node. The
 * swap names its pool, so the risk includes that pool's liquidity. Throws the same faults as `verifyChain`. A trade
 * that the catalog refuses throws INVALID_PARAM or MISSING_PARAM, because the gate would otherwise decide on it.
 */
export async function verifySwap(
  asked: SwapQuestion,
  context: CallContext,
  ports: VerifyChainPorts,
): Promise<SwapAnswer> {
  const quoteType = chainType('chain.swap_quote', ports);
  const riskType = chainType('chain.token_risk', ports);
  const { required } = asked;
  const parsed = parseParams(quoteType.type, asked.params);
  if (!parsed.ok) {
    throw new Fault(parsed.code, parsed.message);
  }
  const { params } = parsed;
  const request = swapRequestOf(params);
  const quote = callPart({ type: quoteType.type, params, required }, quoteType.answer.ask(params), ports);
  const key = prefetchKey('swap', params);
  const hints = ports.prefetchCache.hintsFor(key);
  const pendingByMint = new Map<string, PendingOpinions | undefined>();
  const askOpinionsOn = (mint: string): PendingOpinions | undefined => {
    if (!pendingByMint.has(mint)) {
      pendingByMint.set(mint, ports.opinions.get(riskType.type.id)?.ask({ address: mint }));
    }
    return pendingByMint.get(mint);
  };
  const question: ChainQuestion = {
    addresses: quote.question.addresses,
    mints: [],
    derive: (snapshot, lists): PartDerivation => {
      const checked = checkedMint(snapshot, request);
      if (checked.kind !== 'value') {
        return checked;
      }
      askOpinionsOn(checked.value);
      return riskQuestion(checked.value, request.pool).derive(snapshot, lists);
    },
  };
  const risk: CallPart = {
    ...callPart({ type: riskType.type, params: {}, required }, question, ports),
    askOpinions: (derived) => {
      const mint = derived?.data['address'] ?? hints.mints[0];
      return typeof mint === 'string' ? askOpinionsOn(mint) : undefined;
    },
  };
  const deadlineAtMs = callDeadlineMs(context, ports.clock);
  const { answers, source } = await answerFromChain([quote, risk], hints, deadlineAtMs, ports);
  const [quoteAnswer, riskAnswer] = answers;
  if (quoteAnswer === undefined || riskAnswer === undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a swap lacks an answer') });
  }
  const trade = source === undefined ? undefined : tradeOf(source.state, request);
  if (source !== undefined) {
    const mints = trade?.mint === undefined ? [] : [trade.mint];
    ports.prefetchCache.learn(key, hintsFrom([...source.state.accounts.keys()], mints));
  }
  const feeBps = source === undefined ? undefined : feeBpsOf(source.state, request);
  return swapReport(quoteAnswer, riskAnswer, trade, feeBps);
}

/**
 * Returns the answers to a swap. There is no answer about the risk if the accounts prove that the swap pays out no
 * token.
 */
function swapReport(
  quote: EngineAnswer,
  risk: EngineAnswer,
  trade: CheckedTrade | undefined,
  feeBps: number | undefined,
): SwapAnswer {
  const mint = trade?.mint ?? '';
  const namedRisk = mint === '' ? risk : { ...risk, params: { address: mint } };
  return {
    quote,
    ...(mint === '' && risk.outcome === 'no_source' ? {} : { risk: namedRisk }),
    checkedMint: mint,
    ...(feeBps === undefined ? {} : { feeBps }),
    ...(trade === undefined
      ? {}
      : { inputAccount: accountReport(trade.input), outputAccount: accountReport(trade.output) }),
  };
}

function accountReport({ address, exists, mint, owner }: CheckedAccount): TradeAccountReport {
  return { address, exists, mint: mint ?? '', owner: owner ?? '' };
}

function checkedMint(snapshot: ChainSnapshot, request: SwapRequest): Derivation<string> {
  return derivationOf(() => {
    const loaded = loadPool(snapshot, request.pool);
    const { mint, problem } = checkedTrade(snapshot, poolTokens(loaded), request);
    if (mint === undefined) {
      const { code, message } = problem ?? {
        code: 'wrong_accounts',
        message: 'the token accounts do not fit the pool',
      };
      throw new ProblemError(code, message);
    }
    return mint;
  });
}

/** Returns the token accounts of the trade. Returns undefined when the pool cannot be decoded. */
function tradeOf(snapshot: ChainSnapshot, request: SwapRequest): CheckedTrade | undefined {
  const trade = derivationOf(() => checkedTrade(snapshot, poolTokens(loadPool(snapshot, request.pool)), request));
  return trade.kind === 'value' ? trade.value : undefined;
}

/** Returns the pool's fee for the trade, in basis points. Returns undefined when there is no quote. */
function feeBpsOf(snapshot: ChainSnapshot, request: SwapRequest): number | undefined {
  const swap = swapQuote(snapshot, request);
  return swap.kind === 'value' ? swap.value.feeBps : undefined;
}
