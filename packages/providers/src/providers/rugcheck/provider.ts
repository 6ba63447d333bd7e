import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { peerFlags } from '../../token-opinion.ts';
import { defineProvider } from '../../define.ts';
import { malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

/**
 * The address that holds a right over the token, or null when nobody holds the right. Any other value means unknown.
 */
const authority = z.string().nullable().optional().catch(undefined);
const failure = z.object({ error: z.string() });

/** The fields of a report that describe the rights over the token. The other fields vary between tokens. */
const report = z.object({
  mint: z.string(),
  token: optionalField(z.object({ mintAuthority: authority, freezeAuthority: authority })),
  tokenMeta: optionalField(z.object({ mutable: optionalField(z.boolean()) })),
  token_extensions: optionalField(
    z.object({
      nonTransferable: optionalField(z.boolean()),
      permanentDelegate: authority,
      transferFeeConfig: z.unknown().optional(),
    }),
  ),
  transferFee: optionalField(z.object({ pct: optionalField(z.string()) })),
  score_normalised: optionalField(z.string().regex(/^\d{1,3}(\.\d+)?$/)),
});

/**
 * Returns whether somebody holds a right: true for an address, false for null. Returns null when the report lacks the
 * field.
 */
function isHeld(holder: string | null | undefined): boolean | null {
  return holder === undefined ? null : holder !== null && holder !== '';
}

function flagsOf({ token, tokenMeta, token_extensions: extensions, transferFee }: z.infer<typeof report>) {
  const config = extensions?.transferFeeConfig;
  const taxed = Number(transferFee?.pct ?? '0') > 0;
  return peerFlags({
    mintable: isHeld(token?.mintAuthority),
    freezable: isHeld(token?.freezeAuthority),
    permanentDelegate: isHeld(extensions?.permanentDelegate),
    nonTransferable: extensions?.nonTransferable ?? null,
    // The configuration of fees can contain a future fee, which the report does not show. So a fee of zero now does not
    // prove that there is none.
    transferFee: taxed ? true : config === null ? false : null,
    metadataMutable: tokenMeta?.mutable ?? null,
  });
}

/**
 * RugCheck's report on a Solana token. Its rules and its score are not documented, so the decision stores the score but
 * does not use it. The engine compares the report's statements on rights with the chain. The adapter requests the full
 * report, because the summary lists only risks and omits rights that nobody holds.
 */
export default defineProvider({
  id: 'rugcheck',
  baseUrl: 'https://api.rugcheck.xyz',
  key: {
    required: false,
    headers: (key) => ({ 'x-api-key': key }),
    statedAt: { url: 'https://api.rugcheck.xyz/swagger/index.html', readOn: '2026-11-27' },
    obtainedAt: 'https://rugcheck.xyz',
  },
  // RugCheck computes its reports from accounts and markets of the chain.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://api.rugcheck.xyz/swagger/index.html', readOn: '2026-11-27' },
  },
  // RugCheck documents no limit. It does not refuse public clients that wait 0.5 s between two requests.
  budget: { requests: 60, perMs: 60_000, documentedAt: 'https://api.rugcheck.xyz/swagger/index.html' },
  adapters: [
    {
      type: 'chain.token_risk',
      peer: true,
      costMicros: 100n,
      request: ({ address = '' }) => ({ path: `/v1/tokens/${encodeURIComponent(address)}/report` }),
      read: (response, { address }) => {
        // RugCheck answers 400 or 404 when it has not indexed the token, and also when the address is not a token.
        const isOwnError = failure.safeParse(response.body).success;
        if (isOwnError && (response.status === 400 || response.status === 404)) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(report, response.body, (body) =>
            body.mint === address
              ? {
                  kind: 'datum',
                  data: {
                    flags: flagsOf(body),
                    riskScore: body.score_normalised === undefined ? null : Number(body.score_normalised),
                  },
                }
              : malformed('a report on another token'),
          )
        );
      },
    },
  ],
});
