import { Account as SvmAccount, Clock, FailedTransactionMetadata, LiteSvm } from 'litesvm/dist/internal.js';
import type { ChainAccount } from '../chain/account.ts';
import { addressBytesOf, toAddress } from '../chain/address.ts';
import type { InstructionError } from '../chain/runtime/instruction-failure.ts';
import type { ClockTime } from '../chain/runtime/invocation.ts';

/** The runtime's names of errors. The key is the number that LiteSVM uses for the error. */
const names: Readonly<Record<number, string>> = {
  1: 'InvalidArgument',
  2: 'InvalidInstructionData',
  3: 'InvalidAccountData',
  6: 'IncorrectProgramId',
  7: 'MissingRequiredSignature',
  15: 'ReadonlyDataModified',
  19: 'NotEnoughAccountKeys',
  34: 'InvalidSeeds',
  37: 'PrivilegeEscalation',
  39: 'ProgramFailedToComplete',
  47: 'IllegalOwner',
};

/** The outcome of a transaction that the real programs ran. */
export type RealOutcome = {
  readonly reason: InstructionError | undefined;
  readonly after: (address: string) => ChainAccount | undefined;
};

/** Creates a LiteSVM runtime with the real System, SPL Token, Token-2022 and Associated Token Account programs. */
export function realPrograms() {
  const svm = new LiteSvm();
  svm.setBuiltins();
  svm.setLamports(1_000_000_000_000n);
  svm.setSysvars();
  svm.setDefaultPrograms();
  svm.setSigverify(false);
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  return {
    /** Stores accounts, sets the clock, runs one legacy transaction (in base64) and returns the outcome. */
    run: (accounts: ReadonlyMap<string, ChainAccount>, clock: ClockTime, transaction: string): RealOutcome => {
      svm.setClock(new Clock(clock.slot, 0n, clock.epoch, clock.epoch + 1n, clock.unixSeconds));
      for (const [address, { lamports, owner, executable, data }] of accounts) {
        svm.setAccount(
          addressBytesOf(address),
          new SvmAccount(lamports, data, addressBytesOf(owner), executable, 2n ** 64n - 1n),
        );
      }
      const done = svm.sendLegacyTransaction(Buffer.from(transaction, 'base64'));
      return { reason: done instanceof FailedTransactionMetadata ? reasonOf(done) : undefined, after: read };
    },
  };

  function read(address: string): ChainAccount | undefined {
    const account = svm.getAccount(addressBytesOf(address));
    return account === null
      ? undefined
      : {
          lamports: account.lamports(),
          owner: toAddress(account.owner()),
          executable: account.executable(),
          data: account.data(),
        };
  }
}

function reasonOf(failed: FailedTransactionMetadata): InstructionError {
  const error = failed.err();
  if (typeof error !== 'object' || !('err' in error)) {
    throw new Error(`the transaction was not run: ${JSON.stringify(error)}`);
  }
  const reason = error.err();
  if (typeof reason === 'number') {
    return names[reason] ?? String(reason);
  }
  if ('code' in reason) {
    return { Custom: reason.code };
  }
  throw new Error('no program here ends in an error with a text');
}
