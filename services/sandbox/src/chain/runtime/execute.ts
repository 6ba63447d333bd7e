import { i64At, u64At } from '../bytes.ts';
import type { ChainAccount } from '../account.ts';
import { programIds, sysvarIds } from '../program-ids.ts';
import { InstructionFailure, loggedReason, type InstructionError } from './instruction-failure.ts';
import type { ClockTime, Instruction, Invocation, AccountMeta, Program, WorkingAccount } from './invocation.ts';

/** What became of running instructions. */
export type Execution = {
  /** The place of the instruction that failed, and why; undefined when all went well. */
  readonly failure: { readonly index: number; readonly reason: InstructionError } | undefined;
  readonly logs: readonly string[];
  /** Instructions that programs ran, by the place of the transaction's own instruction that led to them. */
  readonly inner: ReadonlyMap<number, readonly InnerInstruction[]>;
  readonly unitsConsumed: number;
  /** What stands at an address afterwards. */
  readonly after: (address: string) => Readonly<WorkingAccount>;
};

/** An instruction that a program ran, and how deep it was. */
export type InnerInstruction = Instruction & { readonly depth: number };

const maxInvocationDepth = 5;
const defaultUnitsPerInstruction = 200_000;
/** The maximum number of compute units of a transaction. */
export const maxUnits = 1_400_000;

/** Programs whose calls cost nothing beside the call itself do not write how much they used. */
const builtins = new Set<string>([programIds.system, programIds.computeBudget]);

/** A transaction on its way: what it has changed, written and used so far. */
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
 * Runs instructions one after the other over copies of accounts, as the runtime would: with rights to sign and to write
 * that no program can widen, with logs, and with nothing left behind when one fails.
 * @param read what stands at an address before.
 * @param unitLimit the most compute units they may use together; undefined for the runtime's own limit.
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
    const found = read(address);
    const made: WorkingAccount =
      found === undefined
        ? { lamports: 0n, owner: programIds.system, executable: false, data: new Uint8Array() }
        : { ...found, data: Uint8Array.from(found.data) };
    copies.set(address, made);
    return made;
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
    const found = instruction.accounts[position];
    if (found === undefined) {
      throw new InstructionFailure('NotEnoughAccountKeys');
    }
    return found;
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

/** Reading past the end of data is a program's panic; anything else that is no failure is a defect of the sandbox. */
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
