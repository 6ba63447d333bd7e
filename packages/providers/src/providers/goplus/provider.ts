import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { peerFlags } from '../../token-opinion.ts';
import { defineProvider } from '../../define.ts';
import { malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

/** A yes-or-no value: the documentation says that "1" means yes and "0" means no. Any other text counts as unknown. */
const bit = optionalField(z.string());
const right = optionalField(z.object({ status: bit }));
const fee = z.object({ fee_rate: z.string().nullish() });

const security = z.object({
  mintable: right,
  freezable: right,
  closable: right,
  balance_mutable_authority: right,
  transfer_fee_upgradable: right,
  metadata_mutable: right,
  non_transferable: bit,
  none_transferable: bit,
  default_account_state: bit,
  transfer_hook: optionalField(z.array(z.unknown())),
  transfer_fee: optionalField(
    z.object({ current_fee_rate: z.unknown().optional(), scheduled_fee_rate: z.unknown().optional() }),
  ),
});
const reply = z.object({
  code: z.string(),
  result: optionalField(z.record(z.string(), z.unknown())),
});

const succeeded = '1';
const limitReached = '4029';

function isSet(text: string | undefined): boolean | null {
  return text === '1' ? true : text === '0' ? false : null;
}

/**
 * Returns whether new accounts of the token start frozen; null when unknown. The documented states are 0 uninitialized,
 * 1 initialized and 2 frozen.
 */
function startsFrozen(state: string | undefined): boolean | null {
  return state === '2' ? true : state === '0' || state === '1' ? false : null;
}

/**
 * Returns whether transfers of the token have a fee; null when unknown. The documentation gives rates both as fractions
 * and in basis points. So the reader only distinguishes a rate of zero from any other rate.
 */
function isTaxed(fees: z.infer<typeof security>['transfer_fee']): boolean | null {
  const scheduled = fees?.scheduled_fee_rate ?? [];
  const listed = [fees?.current_fee_rate, ...(Array.isArray(scheduled) ? (scheduled as unknown[]) : [scheduled])];
  const rates = listed
    .filter((each) => each !== undefined && each !== null)
    .map((each) => fee.safeParse(each))
    .filter(({ success, data }) => !success || (data.fee_rate !== undefined && data.fee_rate !== null))
    .map(({ data }) => Number(data?.fee_rate ?? Number.NaN));
  if (rates.some((rate) => rate > 0)) {
    return true;
  }
  // An unreadable rate does not count as zero.
  return rates.length === 0 || rates.some(Number.isNaN) ? null : false;
}

function flagsOf(token: z.infer<typeof security>) {
  return peerFlags({
    mintable: isSet(token.mintable?.status),
    freezable: isSet(token.freezable?.status),
    closable: isSet(token.closable?.status),
    permanentDelegate: isSet(token.balance_mutable_authority?.status),
    transferHook: token.transfer_hook === undefined ? null : token.transfer_hook.some((hook) => hook !== null),
    transferFee: isTaxed(token.transfer_fee),
    transferFeeChangeable: isSet(token.transfer_fee_upgradable?.status),
    defaultFrozen: startsFrozen(token.default_account_state),
    nonTransferable: isSet(token.non_transferable ?? token.none_transferable),
    metadataMutable: isSet(token.metadata_mutable?.status),
  });
}

/**
 * GoPlus: security information on a Solana token. It says yes or no for each right over the token, and gives no score.
 * Errors come with HTTP 200 and a code.
 */
export default defineProvider({
  id: 'goplus',
  baseUrl: 'https://api.gopluslabs.io',
  // GoPlus computes its reports from accounts and markets of the chain.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://docs.gopluslabs.io/reference/response-detail-1', readOn: '2026-11-27' },
  },
  // The documentation states no limit. Callers without an access token report a limit of thirty requests a minute.
  budget: { requests: 30, perMs: 60_000, documentedAt: 'https://docs.gopluslabs.io/reference/response-detail-1' },
  adapters: [
    {
      type: 'chain.token_risk',
      peer: true,
      costMicros: 100n,
      request: ({ address = '' }) => ({
        path: `/api/v1/solana/token_security?contract_addresses=${encodeURIComponent(address)}`,
      }),
      read: (response, { address = '' }) =>
        statusFault(response) ??
        shaped(reply, response.body, ({ code, result }) => {
          if (code === limitReached) {
            return { kind: 'rate_limited', detail: `code ${code}` };
          }
          if (code !== succeeded) {
            return { kind: 'http_error', detail: `code ${cleanText(code, 12)}` };
          }
          const token = result?.[address];
          if (token === undefined || token === null || Object.keys(token).length === 0) {
            return unknownEntity;
          }
          const parsed = security.safeParse(token);
          return parsed.success
            ? { kind: 'datum', data: { flags: flagsOf(parsed.data), riskScore: null } }
            : malformed(`no valid ${parsed.error.issues[0]?.path.join('.')}`);
        }),
    },
  ],
});
