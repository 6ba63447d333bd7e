import { i64At, u64At } from '../bytes.ts';
import type { ChainAccount } from '../account.ts';
import { programIds, sysvarIds } from '../program-ids.ts';
import { InstructionFailure, loggedReason, type InstructionError } from './instruction-failure.ts';
import type { ClockTime, Instruction, Invocation, AccountMeta, Program, WorkingAccount } from './invocation.ts';

/** The result of running a transaction's instructions. */
export type Execution = {
  /** The index of the instruction that failed, and the reason. Undefined when every instruction succeeded. */
  readonly failure: { readonly index: number; readonly reason: InstructionError } | undefined;
  readonly logs: readonly string[];
  /** Inner instructions. The key is the index of the transaction's instruction that caused them. */
  readonly inner: ReadonlyMap<number, readonly InnerInstruction[]>;
  readonly unitsConsumed: number;
  /** Returns the account at an address after the run. */
  readonly after: (address: string) => Readonly<WorkingAccount>;
};

/** An instruction that a program invoked. `depth` states how many programs called each other to reach it. */
export type InnerInstruction = Instruction & { readonly depth: number };

const maxInvocationDepth = 5;
const defaultUnitsPerInstruction = 200_000;
/** The maximum number of compute units of a transaction. */
export const maxUnits = 1_400_000;

/** Programs that are part of the runtime. The log does not state the compute units that they use. */
const builtins = new Set<string>([programIds.system, programIds.computeBudget]);

/** The state of a running transaction. */
type TransactionRun = {
  readonly programs: Readonly<Record<string, Program>>;
  readonly instructions: readonly Instruction[];
  readonly accountAt: (address: string) => WorkingAccount;
  readonly clock: ClockTime;
  readonly logs: string[];
  readonly inner: Map<number, InnerInstruction[]>;
  readonly unitLimit: number;
  unitsConsumed: number;
};

/**
 * Runs instructions in order over copies of accounts, as the runtime does. A program can sign or write only where the
 * transaction gave it that right. The original accounts stay unchanged.
 * @param read returns the account at an address before the run.
 * @param unitLimit maximum compute units of all instructions together. Undefined for the runtime's default.
 */
export function execute(
  programs: Readonly<Record<string, Program>>,
  read: (address: string) => ChainAccount | undefined,
  instructions: readonly Instruction[],
  unitLimit: number | undefined,
): Execution {
  const run: TransactionRun = {
    programs,
    instructions,
    accountAt: workingCopies(read),
    clock: clockIn(read(sysvarIds.clock)),
    logs: [],
    inner: new Map(),
    unitLimit: unitLimit ?? Math.min(maxUnits, instructions.length * defaultUnitsPerInstruction),
    unitsConsumed: 0,
  };
  const failure = firstFailure(run);
  return { failure, logs: run.logs, inner: run.inner, unitsConsumed: run.unitsConsumed, after: run.accountAt };
}

function firstFailure(run: TransactionRun): Execution['failure'] {
  for (const [index, instruction] of run.instructions.entries()) {
    try {
      runInstruction(run, instruction, index, 1);
    } catch (error) {
      if (!(error instanceof InstructionFailure)) {
        throw error;
      }
      return { index, reason: error.reason };
    }
  }
  return undefined;
}

function workingCopies(read: (address: string) => ChainAccount | undefined): (address: string) => WorkingAccount {
  const copies = new Map<string, WorkingAccount>();
  return (address) => {
    const known = copies.get(address);
    if (known !== undefined) {
      return known;
    }
    const account = read(address);
    const workingAccount: WorkingAccount =
      account === undefined
        ? { lamports: 0n, owner: programIds.system, executable: false, data: new Uint8Array() }
        : { ...account, data: Uint8Array.from(account.data) };
    copies.set(address, workingAccount);
    return workingAccount;
  };
}

function runInstruction(run: TransactionRun, instruction: Instruction, index: number, depth: number): void {
  const { logs } = run;
  const program = run.programs[instruction.program];
  const startUnits = run.unitsConsumed;
  const logConsumed = (): void => {
    if (!builtins.has(instruction.program)) {
      const used = run.unitsConsumed - startUnits;
      logs.push(`Program ${instruction.program} consumed ${used} of ${run.unitLimit - startUnits} compute units`);
    }
  };
  logs.push(`Program ${instruction.program} invoke [${depth}]`);
  try {
    if (program === undefined || depth > maxInvocationDepth) {
      throw new InstructionFailure(program === undefined ? 'UnsupportedProgramId' : 'CallDepth');
    }
    program(invocationOf(run, instruction, index, depth));
    if (run.unitsConsumed > run.unitLimit) {
      throw new InstructionFailure('ComputationalBudgetExceeded');
    }
  } catch (error) {
    const reason = reasonOf(error);
    logConsumed();
    logs.push(`Program ${instruction.program} failed: ${loggedReason(reason)}`);
    throw new InstructionFailure(reason);
  }
  logConsumed();
  logs.push(`Program ${instruction.program} success`);
}

function invocationOf(run: TransactionRun, instruction: Instruction, index: number, depth: number): Invocation {
  const meta = (position: number): AccountMeta => {
    const accountMeta = instruction.accounts[position];
    if (accountMeta === undefined) {
      throw new InstructionFailure('NotEnoughAccountKeys');
    }
    return accountMeta;
  };
  return {
    ...instruction,
    transactionInstructions: run.instructions,
    depth,
    clock: run.clock,
    meta,
    read: (position) => run.accountAt(meta(position).address),
    change: (position) => {
      if (!meta(position).writable) {
        throw new InstructionFailure('ReadonlyDataModified');
      }
      return run.accountAt(meta(position).address);
    },
    log: (line) => {
      run.logs.push(`Program log: ${line}`);
    },
    emit: (event) => {
      run.logs.push(`Program data: ${Buffer.from(event).toString('base64')}`);
    },
    spend: (units) => {
      run.unitsConsumed += units;
    },
    invoke: (called, derived = []) => {
      checkRights(instruction, called, derived);
      run.inner.set(index, [...(run.inner.get(index) ?? []), { ...called, depth: depth + 1 }]);
      runInstruction(run, called, index, depth + 1);
    },
  };
}

/**
 * Returns why an instruction failed. A RangeError means a read past the end of data, which is a panic of the program.
 * Any other error is a defect of the sandbox, and is thrown again.
 */
function reasonOf(error: unknown): InstructionError {
  if (error instanceof InstructionFailure) {
    return error.reason;
  }
  if (error instanceof RangeError) {
    return 'ProgramFailedToComplete';
  }
  throw error;
}

function checkRights(caller: Instruction, called: Instruction, derived: readonly string[]): void {
  for (const { address, signer, writable } of called.accounts) {
    const own = caller.accounts.filter((each) => each.address === address);
    if (own.length === 0) {
      throw new InstructionFailure('MissingAccount');
    }
    if (
      (writable && !own.some((each) => each.writable)) ||
      (signer && !derived.includes(address) && !own.some((each) => each.signer))
    ) {
      throw new InstructionFailure('PrivilegeEscalation');
    }
  }
}

function clockIn(account: ChainAccount | undefined): ClockTime {
  return account === undefined || account.data.length < 40
    ? { slot: 0n, epoch: 0n, unixSeconds: 0n }
    : { slot: u64At(account.data, 0), epoch: u64At(account.data, 16), unixSeconds: i64At(account.data, 32) };
}
