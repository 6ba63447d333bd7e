import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { peerFlags } from '../../token-opinion.ts';
import { defineProvider } from '../../define.ts';
import { malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

/** The address of an authority, or null when nobody holds it. Any other value means unknown. */
const authority = z.string().nullable().optional().catch(undefined);
const failure = z.object({ error: z.string() });

/** The fields of a report on the token's own rights. The other fields vary between tokens. */
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

/** Returns true for a named authority, false for null, and null when the report lacks the field. */
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
    // The fee configuration can contain a future fee, which the report does not show. So no current fee does not mean no
    // fee.
    transferFee: taxed ? true : config === null ? false : null,
    metadataMutable: tokenMeta?.mutable ?? null,
  });
}

/**
 * RugCheck's report on a Solana token. Its rules and score are not published, so the decision stores the score without using
 * it. Its statements on authorities are compared with the chain. The adapter requests the full report, because the summary
 * lists only risks and omits rights that are absent.
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
  // A report that RugCheck computes from accounts and markets of the chain.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://api.rugcheck.xyz/swagger/index.html', readOn: '2026-11-27' },
  },
  // No limit is documented. Public clients that wait 0.5 s between two requests are not refused.
  budget: { requests: 60, perMs: 60_000, documentedAt: 'https://api.rugcheck.xyz/swagger/index.html' },
  adapters: [
    {
      type: 'chain.token_risk',
      peer: true,
      costMicros: 100n,
      request: ({ address = '' }) => ({ path: `/v1/tokens/${encodeURIComponent(address)}/report` }),
      read: (response, { address }) => {
        // RugCheck uses both statuses for a token that it has not indexed and for an address without a token.
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
