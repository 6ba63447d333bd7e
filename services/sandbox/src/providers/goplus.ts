import { json, type MockEndpoint } from '../mock-endpoint.ts';
import { tokenFacts, type TokenFacts, type TokenReportContext } from './token-facts.ts';

const path = '/api/v1/solana/token_security';
const maxAddresses = 100;

/** Mocks GoPlus: security reports on the tokens of the chain. Its errors have HTTP status 200. */
export function goplus(context: TokenReportContext): MockEndpoint {
  return {
    name: 'goplus',
    respond: (request) => {
      if (request.path !== path) {
        return json(404, { code: 404, message: 'Not Found', result: null });
      }
      const requested = (request.query.get('contract_addresses') ?? '').split(',').filter((each) => each !== '');
      if (requested.length === 0 || requested.length > maxAddresses) {
        return json(200, { code: 5006, message: 'param error!', result: null });
      }
      const facts = requested.flatMap((mint) => tokenFacts(context, 'goplus', mint) ?? []);
      return json(200, {
        code: 1,
        message: 'OK',
        result: Object.fromEntries(facts.map((token) => [token.mint, securityOf(token)])),
      });
    },
    rateLimited: () => json(200, { code: 4029, message: 'too many requests', result: null }),
    serverError: () => json(500, { code: 5000, message: 'System error', result: null }),
  };
}

function securityOf(token: TokenFacts) {
  const { fee, hook, metadata } = token;
  return {
    metadata: { name: 'sandbox', symbol: '', uri: '', description: '' },
    creators: [],
    total_supply: token.supply.toString(),
    mintable: right(token.mintAuthority),
    freezable: right(token.freezeAuthority),
    closable: right(token.closeAuthority),
    balance_mutable_authority: right(token.permanentDelegate),
    transfer_fee:
      fee === undefined
        ? {}
        : {
            current_fee_rate: { fee_rate: String(fee.nowBps), maximum_fee: '0' },
            scheduled_fee_rate:
              fee.laterBps === fee.nowBps
                ? []
                : [{ fee_rate: String(fee.laterBps), maximum_fee: '0', epoch: fee.laterEpoch.toString() }],
          },
    transfer_fee_upgradable: right(fee?.authority),
    transfer_hook: hook?.program === undefined ? [] : [{ address: hook.program, malicious_address: 0 }],
    transfer_hook_upgradable: right(hook?.authority),
    default_account_state: token.startsFrozen === true ? '2' : '1',
    default_account_state_upgradable: right(undefined),
    non_transferable: token.nonTransferable ? '1' : '0',
    ...(metadata === undefined
      ? {}
      : {
          metadata_mutable: {
            status: metadata.mutable ? '1' : '0',
            metadata_upgrade_authority: named(metadata.mutable ? metadata.authority : undefined),
          },
        }),
    trusted_token: 0,
    holders: [],
    lp_holders: [],
    dex: [],
  };
}

function right(authority: string | undefined) {
  return { status: authority === undefined ? '0' : '1', authority: named(authority) };
}

function named(address: string | undefined) {
  return address === undefined ? [] : [{ address, malicious_address: 0 }];
}
