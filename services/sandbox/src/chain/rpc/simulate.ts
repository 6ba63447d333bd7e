import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { addressBytesOf } from '../address.ts';
import type { ChainAccount } from '../account.ts';
import { unitLimitOf } from '../programs/compute-budget.ts';
import { programs } from '../programs/programs.ts';
import { execute, type Execution } from '../runtime/execute.ts';
import {
  checkRunnable,
  feeOf,
  resolveTransaction,
  type ResolvedTransaction,
  type TransactionError,
} from '../runtime/resolve-transaction.ts';
import { readTransaction, type Transaction } from '../runtime/transaction.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import { inContext, type RpcMethod, type NodeContext } from './context.ts';
import { accountWriter, checkedAddress, contextSlot, optionsAt, type RpcOptions, type RpcParams } from './params.ts';
import { writeInner } from './inner-instructions.ts';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const maxBase58TransactionLength = 1_683;

/** The parts of the reply that the caller requested. */
type ReplyOptions = {
  readonly addresses: readonly string[] | undefined;
  readonly write: (account: ChainAccount | undefined) => unknown;
  readonly inner: boolean;
};

/** Runs a transaction over copies of the node's accounts and returns its outcome. */
export const simulateTransaction: RpcMethod = (context, params) => {
  const options = optionsAt(params, 1);
  const transaction = transactionIn(params, options);
  const sigVerify = flag(options, 'sigVerify');
  const replace = flag(options, 'replaceRecentBlockhash');
  if (sigVerify && replace) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  if (sigVerify && !isSigned(transaction)) {
    throw new RpcError(-32_003, 'Transaction signature verification failure');
  }
  const replyOptions = replyOptionsOf(options, transaction);
  const slot = contextSlot(context.node, options);
  return inContext(slot, simulate(context, transaction, slot, replace, replyOptions));
};

function simulate(
  { node, blockhashes }: NodeContext,
  transaction: Transaction,
  slot: number,
  replace: boolean,
  replyOptions: ReplyOptions,
): unknown {
  const seen = new Map<string, ChainAccount | undefined>();
  const read = (address: string): ChainAccount | undefined => {
    if (!seen.has(address)) {
      seen.set(address, node.read(address, slot));
    }
    return seen.get(address);
  };
  const replacement = replace ? blockhashes.latest(slot) : null;
  const resolved = resolveTransaction(transaction, read);
  const refused =
    typeof resolved === 'string'
      ? resolved
      : !replace && !blockhashes.isUsable(transaction.blockhash, slot)
        ? 'BlockhashNotFound'
        : checkRunnable(transaction, resolved, read);
  if (refused !== undefined || typeof resolved === 'string') {
    return notRun(refused ?? 'AccountNotFound', replyOptions, replacement);
  }
  return outcome(transaction, resolved, run(transaction, resolved, read), replyOptions, replacement);
}

/** Runs the instructions of a transaction. The payer first pays the fee, even if an instruction fails later. */
function run(
  transaction: Transaction,
  { addresses, instructions }: ResolvedTransaction,
  read: (address: string) => ChainAccount | undefined,
): Execution {
  const [payer] = addresses;
  const fee = feeOf(transaction);
  const afterFee = (address: string): ChainAccount | undefined => {
    const account = read(address);
    return account !== undefined && address === payer ? { ...account, lamports: account.lamports - fee } : account;
  };
  return execute(programs, afterFee, instructions, unitLimitOf(instructions));
}

function notRun(error: TransactionError, replyOptions: ReplyOptions, replacementBlockhash: unknown): unknown {
  return {
    accounts: replyOptions.addresses?.map(() => null) ?? null,
    err: error,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs: [],
    replacementBlockhash,
    returnData: null,
    unitsConsumed: 0,
    ...unmeasured,
    fee: null,
    loadedAddresses: { readonly: [], writable: [] },
  };
}

/** The balances in a reply. They are always empty, as in the recorded replies of real nodes. */
const unmeasured = { preBalances: [], postBalances: [], preTokenBalances: [], postTokenBalances: [] };

function outcome(
  transaction: Transaction,
  resolved: ResolvedTransaction,
  { failure, logs, inner, unitsConsumed, after }: Execution,
  { addresses, write, inner: includeInner }: ReplyOptions,
  replacementBlockhash: unknown,
): unknown {
  const shown = (address: string): unknown => {
    if (failure !== undefined || !resolved.addresses.includes(address)) {
      return null;
    }
    const account = after(address);
    return write(account.lamports === 0n ? undefined : account);
  };
  return {
    accounts: addresses?.map(shown) ?? null,
    err: failure === undefined ? null : { InstructionError: [failure.index, failure.reason] },
    innerInstructions: includeInner ? writeInner(inner) : null,
    loadedAccountsDataSize: resolved.addresses.reduce((sum, address) => sum + after(address).data.length, 0),
    logs,
    replacementBlockhash,
    returnData: null,
    unitsConsumed,
    ...unmeasured,
    fee: feeOf(transaction),
    loadedAddresses: resolved.loaded,
  };
}

function transactionIn(params: RpcParams, options: RpcOptions): Transaction {
  const [text] = params;
  const encoding = options['encoding'] ?? 'base58';
  if (typeof text !== 'string') {
    throw invalidParams('the first parameter must be a transaction as a string');
  }
  if (encoding !== 'base64' && encoding !== 'base58') {
    throw invalidParams('encoding must be base64 or base58');
  }
  if (encoding === 'base64' ? !base64.test(text) : !isBase58(text)) {
    throw invalidParams(`the transaction is not valid ${encoding}`);
  }
  try {
    return readTransaction(encoding === 'base64' ? Buffer.from(text, 'base64') : base58.decode(text));
  } catch (error) {
    throw invalidParams(
      `failed to deserialize the transaction: ${error instanceof Error ? error.message : 'no reason'}`,
    );
  }
}

function isBase58(text: string): boolean {
  return text.length <= maxBase58TransactionLength && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text);
}

function replyOptionsOf(options: RpcOptions, transaction: Transaction): ReplyOptions {
  const accountsOption = options['accounts'] ?? undefined;
  const inner = flag(options, 'innerInstructions');
  if (accountsOption === undefined) {
    return { addresses: undefined, write: () => null, inner };
  }
  const config =
    typeof accountsOption === 'object' && !Array.isArray(accountsOption) ? (accountsOption as RpcOptions) : {};
  const addresses = config['addresses'];
  if (!Array.isArray(addresses)) {
    throw invalidParams('accounts must be { "addresses": [...], "encoding": "base64" }');
  }
  const tableIndexes = transaction.lookups.flatMap((each) => [...each.writableIndexes, ...each.readonlyIndexes]);
  const maxAddresses = transaction.staticAddresses.length + tableIndexes.length;
  if (addresses.length > maxAddresses) {
    throw invalidParams(`Too many accounts provided; max ${maxAddresses}`);
  }
  return {
    addresses: addresses.map(checkedAddress),
    write: accountWriter({ encoding: 'base64', ...config }),
    inner,
  };
}

function flag(options: RpcOptions, name: string): boolean {
  const value = options[name] ?? false;
  if (typeof value !== 'boolean') {
    throw invalidParams(`${name} must be true or false`);
  }
  return value;
}

function isSigned({ signatures, staticAddresses, message }: Transaction): boolean {
  return signatures.every((signature, index) => {
    try {
      return ed25519.verify(signature, message, addressBytesOf(staticAddresses[index] ?? ''), { zip215: true });
    } catch {
      // The address bytes are no point of the curve, so the signature cannot be valid.
      return false;
    }
  });
}
