import { errorResponse, type ControlSection } from '../control/section.ts';
import type { MockResponse } from '../mock-endpoint.ts';
import { accountJson, readAccountJson } from './account.ts';
import { readAddress } from './address.ts';
import type { Ledger } from './ledger.ts';
import { exactJson } from './rpc/json-rpc.ts';

/**
 * Returns the control section of the chain's accounts. PUT sets an account, which then stays unchanged until DELETE.
 * @param onChange called after every change, so that subscribers need not wait for the next slot.
 */
export function accountsSection(ledger: Ledger, onChange: () => void): ControlSection {
  const entry = (address: string): Readonly<Record<string, unknown>> => {
    const account = ledger.read(address, ledger.slots.tip());
    return { ...(account === undefined ? { lamports: 0 } : accountJson(account)), set: ledger.isSet(address) };
  };
  const notAddress = (id: string): MockResponse | undefined =>
    readAddress(id) === undefined
      ? errorResponse(400, `"${id.slice(0, 48)}" is not an address; an address is 32 bytes in base58`)
      : undefined;
  return {
    name: 'accounts',
    list: () =>
      Object.fromEntries(
        ledger
          .addresses()
          .filter((address) => ledger.read(address, ledger.slots.tip()) !== undefined)
          .map((address) => [address, entry(address)]),
      ),
    put: (address, accountBody) => {
      const refused = notAddress(address);
      if (refused !== undefined) {
        return refused;
      }
      const account = readAccountJson(accountBody);
      if (typeof account === 'string') {
        return errorResponse(400, account);
      }
      const slot = ledger.put(address, account);
      onChange();
      return { status: 200, body: exactJson({ address, slot, ...entry(address) }) };
    },
    remove: (address) => {
      const refused = notAddress(address);
      if (refused === undefined) {
        ledger.restore(address);
        onChange();
      }
      return refused ?? { status: 204, body: '' };
    },
  };
}
