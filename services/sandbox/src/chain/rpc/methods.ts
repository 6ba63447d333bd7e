import { rentExemptLamports } from '../account.ts';
import { apiVersion, inContext, type RpcMethod } from './context.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import { accountWriter, addressAt, checkedAddress, contextSlot, optionsAt } from './params.ts';
import { simulateTransaction } from './simulate.ts';
import { getTokenLargestAccounts, getTokenSupply } from './token-methods.ts';

const featureSet = 3_640_012_085;

const maxAccounts = 100;
/**
 * Number of slots behind the chain from which a node reports that it is unhealthy. Validators have the same default.
 */
const healthySlotDistance = 128;
const maxAccountBytes = 10 * 1_024 * 1_024;

/** The JSON-RPC methods of a node. */
export const methods: Readonly<Record<string, RpcMethod>> = {
  getAccountInfo: ({ node }, params) => {
    const address = addressAt(params, 0);
    const options = optionsAt(params, 1);
    const write = accountWriter(options);
    const slot = contextSlot(node, options);
    return inContext(slot, write(node.read(address, slot)));
  },
  getMultipleAccounts: ({ node }, params) => {
    const requested = params[0];
    if (!Array.isArray(requested)) {
      throw invalidParams('the first parameter must be a list of addresses');
    }
    if (requested.length > maxAccounts) {
      throw new RpcError(-32_602, `Too many inputs provided; max ${maxAccounts}`);
    }
    const addresses = requested.map(checkedAddress);
    const options = optionsAt(params, 1);
    const write = accountWriter({ encoding: 'base64', ...options });
    const slot = contextSlot(node, options);
    return inContext(
      slot,
      addresses.map((address) => write(node.read(address, slot))),
    );
  },
  getBalance: ({ node }, params) => {
    const address = addressAt(params, 0);
    const slot = contextSlot(node, optionsAt(params, 1));
    return inContext(slot, node.read(address, slot)?.lamports ?? 0);
  },
  getSlot: ({ node }, params) => contextSlot(node, optionsAt(params, 0)),
  getBlockHeight: ({ node, blockhashes }, params) => blockhashes.heightOf(contextSlot(node, optionsAt(params, 0))),
  getEpochInfo: ({ node, blockhashes }, params) => blockhashes.epochOf(contextSlot(node, optionsAt(params, 0))),
  getLatestBlockhash: ({ node, blockhashes }, params) => {
    const slot = contextSlot(node, optionsAt(params, 0));
    return inContext(slot, blockhashes.latest(slot));
  },
  getHealth: ({ node }) => {
    const behind = node.slotsBehind();
    if (behind > healthySlotDistance) {
      throw new RpcError(-32_005, `Node is behind by ${behind} slots`, { numSlotsBehind: behind });
    }
    return 'ok';
  },
  getVersion: () => ({ 'feature-set': featureSet, 'solana-core': apiVersion }),
  getGenesisHash: ({ blockhashes }) => blockhashes.genesis,
  getTokenSupply,
  getTokenLargestAccounts,
  simulateTransaction,
  getMinimumBalanceForRentExemption: (_context, params) => {
    const bytes = params[0];
    if (!Number.isSafeInteger(bytes) || (bytes as number) < 0 || (bytes as number) > maxAccountBytes) {
      throw invalidParams(`the first parameter must be a number of bytes from 0 to ${maxAccountBytes}`);
    }
    optionsAt(params, 1);
    return rentExemptLamports(bytes as number);
  },
};
