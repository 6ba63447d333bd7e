import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { SwapQuestion, SwapReport, TradeAccountReport } from '../verification/swap-report.ts';
import { callDeadlineMs, readParams } from '../verification/verify.ts';
import type { AnswerReport } from '../verification/report.ts';
import type { ChainSnapshot } from '@assay/solana/account';
import { derivationOf, ProblemError, type Derivation } from '@assay/solana/outcome';
import { loadPool } from '@assay/solana/pools/load-pool';
import { poolTokens, type SwapRequest } from '@assay/solana/quotes/swap-quote';
import { checkedTrade, type CheckedAccount, type CheckedTrade } from '@assay/solana/quotes/checked-trade';
import { swapRequestOf } from './types/swap-quote/answer.ts';
import { riskQuestion } from './types/token-risk/answer.ts';
import type { ChainQuestion, PartDerivation } from './types/define.ts';
import { answerFromChain, type AskedPart } from './answer-from-chain.ts';
import { foresightKey } from './reads/prefetch-cache.ts';
import type { PeersAsked } from './opinions/opinion-providers.ts';
import { askedPart, chainType, foreseenOf, type VerifyChainPorts } from './verify-chain.ts';

/**
 * Answers a swap quote and the risk of the token that the swap would pay out, both from the same reads of every
 * node. The pool is known here, so whether its liquidity can be pulled out is part of the risk. Throws as `verifyChain`.
 */
export async function verifySwap(
  asked: SwapQuestion,
  context: CallContext,
  ports: VerifyChainPorts,
): Promise<SwapReport> {
  const quoteType = chainType('chain.swap_quote', ports);
  const riskType = chainType('chain.token_risk', ports);
  const { paramsJson, required } = asked;
  const params = readParams(paramsJson, quoteType.type);
  const request = swapRequestOf(params);
  const quote = askedPart({ type: quoteType.type, paramsJson, params, required }, quoteType.answer.ask(params), ports);
  const key = foresightKey('swap', params);
  const foreseen = ports.foresight.of(key);
  const asking = new Map<string, PeersAsked | undefined>();
  const peersOf = (mint: string): PeersAsked | undefined => {
    if (!asking.has(mint)) {
      asking.set(mint, ports.peers.get(riskType.type.id)?.ask({ address: mint }));
    }
    return asking.get(mint);
  };
  const question: ChainQuestion = {
    addresses: quote.question.addresses,
    mints: [],
    derive: (snapshot, lists): PartDerivation => {
      const checked = checkedMint(snapshot, request);
      if (checked.kind !== 'value') {
        return checked;
      }
      peersOf(checked.value);
      return riskQuestion(checked.value, request.pool).derive(snapshot, lists);
    },
  };
  const unpeered = { ...ports, peers: new Map() };
  const risk: AskedPart = {
    ...askedPart({ type: riskType.type, paramsJson: '{}', params: {}, required }, question, unpeered),
    peers: (derived) => {
      const mint = derived?.data['address'] ?? foreseen.mints[0];
      return typeof mint === 'string' ? peersOf(mint) : undefined;
    },
  };
  const deadlineAtMs = callDeadlineMs(context, ports.clock);
  const { reports, source } = await answerFromChain([quote, risk], foreseen, deadlineAtMs, ports);
  const [quoted, judged] = reports;
  if (quoted === undefined || judged === undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a swap without its reports') });
  }
  const trade = source === undefined ? undefined : tradeOf(source.snapshot, request);
  if (source !== undefined) {
    ports.foresight.learn(
      key,
      foreseenOf([...source.snapshot.accounts.keys()], trade?.mint === undefined ? [] : [trade.mint]),
    );
  }
  return swapReport(quoted, judged, trade);
}

/** Without a mint there is no risk, except where it is not known whether there is one: that nobody answered is an answer. */
function swapReport(quote: AnswerReport, risk: AnswerReport, trade: CheckedTrade | undefined): SwapReport {
  const mint = trade?.mint ?? '';
  const reported = mint === '' ? risk : { ...risk, paramsJson: JSON.stringify({ address: mint }) };
  return {
    quote,
    ...(mint === '' && risk.outcome === 'no_source' ? {} : { risk: reported }),
    checkedMint: mint,
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
      throw new ProblemError(
        problem?.code ?? 'wrong_accounts',
        problem?.message ?? 'the token accounts do not fit the pool',
      );
    }
    return mint;
  });
}

/** What the trade's own accounts are, for one that the pool's bytes could be read for. */
function tradeOf(snapshot: ChainSnapshot, request: SwapRequest): CheckedTrade | undefined {
  const trade = derivationOf(() => checkedTrade(snapshot, poolTokens(loadPool(snapshot, request.pool)), request));
  return trade.kind === 'value' ? trade.value : undefined;
}
