import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { peerFlags } from '../../token-opinion.ts';
import { defineProvider } from '../../define.ts';
import { malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

/** Only the two documented texts mean yes and no. Any other text means unknown. */
const bit = z.string().optional();
const right = z.object({ status: bit }).optional();
const fee = z.object({ fee_rate: z.string().optional() });

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
  transfer_hook: z.array(z.unknown()).optional(),
  transfer_fee: z.object({ current_fee_rate: fee.nullish(), scheduled_fee_rate: z.array(fee).nullish() }).nullish(),
});
const reply = z.object({
  code: z.string(),
  message: z.string().nullish(),
  result: z.record(z.string(), z.unknown()).nullish(),
});

const succeeded = '1';
const limitReached = '4029';

function isSet(text: string | undefined): boolean | null {
  return text === '1' ? true : text === '0' ? false : null;
}

/** The account states are numbers: 0 uninitialized, 1 initialized, 2 frozen. */
function startsFrozen(state: string | undefined): boolean | null {
  return state === '2' ? true : state === '0' || state === '1' ? false : null;
}

/**
 * The documentation gives rates as parts of one and as parts of ten thousand. Only zero and non-zero can be told apart.
 */
function isTaxed(fees: z.infer<typeof security>['transfer_fee']): boolean | null {
  const rates = [fees?.current_fee_rate, ...(fees?.scheduled_fee_rate ?? [])].flatMap((each) => each?.fee_rate ?? []);
  const numbers = rates.map(Number);
  return numbers.length === 0 || numbers.some(Number.isNaN) ? null : numbers.some((rate) => rate > 0);
}

function flagsOf(token: z.infer<typeof security>) {
  return peerFlags({
    mintable: isSet(token.mintable?.status),
    freezable: isSet(token.freezable?.status),
    closable: isSet(token.closable?.status),
    permanentDelegate: isSet(token.balance_mutable_authority?.status),
    transferHook: token.transfer_hook === undefined ? null : token.transfer_hook.length > 0,
    transferFee: isTaxed(token.transfer_fee),
    transferFeeChangeable: isSet(token.transfer_fee_upgradable?.status),
    defaultFrozen: startsFrozen(token.default_account_state),
    nonTransferable: isSet(token.non_transferable ?? token.none_transferable),
    metadataMutable: isSet(token.metadata_mutable?.status),
  });
}

/**
 * GoPlus' security information on a Solana token: yes or no for each right, without a score. Errors come with HTTP 200
 * and a code.
 */
export default defineProvider({
  id: 'goplus',
  baseUrl: 'https://api.gopluslabs.io',
  // A report computed from accounts and markets of the chain.
  statement: {
    kind: 'aggregator',
    statedAt: { url: 'https://docs.gopluslabs.io/reference/response-detail-1', readOn: '2026-11-27' },
  },
  // Callers without a token report a limit of thirty a minute. The documentation names none.
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
