import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { programIds } from '../chain/program-ids.ts';
import { tokenFacts, type TokenFacts, type TokenReportContext } from './token-facts.ts';

/**
 * Risks in RugCheck's reports, with their scores. The mock covers only the parts of a report that follow from the mint
 * account.
 */
const named = {
  mint: {
    name: 'Mint Authority still enabled',
    level: 'danger',
    score: 20_000,
    description: 'More tokens can be minted by the owner',
  },
  freeze: {
    name: 'Freeze Authority still enabled',
    level: 'danger',
    score: 7_500,
    description: 'Tokens can be frozen and prevented from trading',
  },
  metadata: {
    name: 'Mutable metadata',
    level: 'warn',
    score: 100,
    description: 'Token metadata can be changed by the owner',
  },
} as const;

const reportPath = /^\/v1\/tokens\/([^/]+)\/report(\/summary)?$/;

/** Mocks RugCheck: reports on the mints of the chain. */
export function rugcheck(context: TokenReportContext): MockEndpoint {
  return {
    name: 'rugcheck',
    respond: ({ path, nowMs }) => {
      const [, mint, summary] = reportPath.exec(path) ?? [];
      if (mint === undefined) {
        return json(404, { error: 'not found' });
      }
      const token = tokenFacts(context, 'rugcheck', mint);
      if (token === undefined) {
        return json(400, { error: 'unable to generate report' });
      }
      const { risks, score, normalised } = risksOf(token);
      const common = {
        tokenProgram: token.program,
        tokenType: '',
        risks,
        score,
        score_normalised: normalised,
        lpLockedPct: 0,
      };
      return json(200, summary === undefined ? { ...common, ...reportOf(token, nowMs) } : common);
    },
    rateLimited: () => json(429, { message: 'Too many requests' }),
    serverError: () => json(500, { error: 'internal server error' }),
  };
}

function risksOf({ mintAuthority, freezeAuthority, metadata }: TokenFacts) {
  const risks = [
    ...(mintAuthority === undefined ? [] : [named.mint]),
    ...(freezeAuthority === undefined ? [] : [named.freeze]),
    ...(metadata?.mutable === true ? [named.metadata] : []),
  ].map((risk) => ({ ...risk, value: '' }));
  const score = risks.reduce((sum, risk) => sum + risk.score, 1);
  // RugCheck does not publish the formula of its score. In recorded reports the normalised score is close to a
  // logarithm of the raw score.
  return { risks, score, normalised: Math.min(100, Math.round(Math.log10(score) * 15)) };
}

function reportOf(token: TokenFacts, nowMs: number) {
  const mintAuthority = token.mintAuthority ?? null;
  const freezeAuthority = token.freezeAuthority ?? null;
  return {
    mint: token.mint,
    creator: null,
    token: {
      mintAuthority,
      supply: Number(token.supply),
      decimals: token.decimals,
      isInitialized: true,
      freezeAuthority,
    },
    token_extensions: token.program === programIds.token2022 ? extensionsOf(token) : null,
    tokenMeta:
      token.metadata === undefined
        ? null
        : {
            name: 'sandbox',
            symbol: '',
            uri: '',
            mutable: token.metadata.mutable,
            updateAuthority: token.metadata.authority ?? '',
          },
    topHolders: [],
    freezeAuthority,
    mintAuthority,
    lockers: {},
    markets: [],
    totalMarketLiquidity: 0,
    totalHolders: 0,
    rugged: false,
    transferFee: { pct: (token.fee?.nowBps ?? 0) / 100, maxAmount: 0, authority: token.fee?.authority ?? '' },
    knownAccounts: {},
    graphInsidersDetected: 0,
    detectedAt: new Date(nowMs).toISOString(),
  };
}

function extensionsOf({ nonTransferable, permanentDelegate, fee, closeAuthority, hook }: TokenFacts) {
  return {
    nonTransferable,
    permanentDelegate: permanentDelegate ?? null,
    transferFeeConfig: fee === undefined ? null : { transferFeeConfigAuthority: fee.authority ?? null },
    mintCloseAuthority: closeAuthority ?? null,
    transferHook: hook === undefined ? null : { programId: hook.program ?? null, authority: hook.authority ?? null },
  };
}
