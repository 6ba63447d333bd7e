import { z } from 'zod';
import { peerFlags } from '../token-opinion.ts';
import { defineProvider } from '../define.ts';
import { malformed, shaped, statusFault, unknownEntity } from '../readings.ts';

const authority = z.string().nullable();

/** Of a report only what says something about the token's own rights; the rest differs from token to token. */
const report = z.object({
  mint: z.string(),
  token: z.object({ mintAuthority: authority.optional(), freezeAuthority: authority.optional() }).nullish(),
  tokenMeta: z.object({ mutable: z.boolean().optional() }).nullish(),
  token_extensions: z
    .object({
      nonTransferable: z.boolean().optional(),
      permanentDelegate: authority.optional(),
      transferFeeConfig: z.unknown().optional(),
    })
    .nullish(),
  transferFee: z.object({ pct: z.string().optional() }).nullish(),
  score_normalised: z.string().regex(/^\d{1,3}(\.\d+)?$/),
});

/** Yes where an authority is named, no where null stands for it, and nothing where the report does not speak of it. */
function isHeld(named: string | null | undefined): boolean | null {
  return named === undefined ? null : named !== null && named !== '';
}

function flagsOf({ token, tokenMeta, token_extensions: extensions, transferFee }: z.infer<typeof report>) {
  const config = extensions?.transferFeeConfig;
  const taxed = Number(transferFee?.pct ?? '0') > 0;
  return peerFlags({
    mintable: isHeld(token?.mintAuthority),
    freezable: isHeld(token?.freezeAuthority),
    permanentDelegate: isHeld(extensions?.permanentDelegate),
    nonTransferable: extensions?.nonTransferable ?? null,
    // A configuration without a fee of now may have one of tomorrow, of which the report does not speak.
    transferFee: taxed ? true : config === null ? false : null,
    metadataMutable: tokenMeta?.mutable ?? null,
  });
}

/**
 * RugCheck's report on a Solana token. Its rules and how its score comes about are not published, so that the score is kept
 * beside ours; what it says about authorities is held against the chain. The full report is read, since its summary only
 * names risks and is silent about what is not there.
 */
export default defineProvider({
  id: 'rugcheck',
  baseUrl: 'https://api.rugcheck.xyz',
  // No limit is documented. Public clients that keep half a second between two requests are not turned away.
  budget: { requests: 60, perMs: 60_000, documentedAt: 'https://api.rugcheck.xyz/swagger/index.html' },
  adapters: [
    {
      type: 'chain.token_risk',
      peer: true,
      costMicros: 100n,
      request: ({ address = '' }, key) => ({
        path: `/v1/tokens/${encodeURIComponent(address)}/report`,
        ...(key === undefined ? {} : { headers: { 'x-api-key': key } }),
      }),
      read: (response, { address }) => {
        // A token that is not indexed, or no token: both statuses are seen for either.
        if (response.status === 400 || response.status === 404) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(report, response.body, (body) =>
            body.mint === address
              ? { kind: 'datum', data: { flags: flagsOf(body), riskScore: Number(body.score_normalised) } }
              : malformed('a report on another token'),
          )
        );
      },
    },
  ],
});
