import { i64At, u64At } from '../bytes.ts';
import type { At } from '../ledger.ts';
import { programIds, sysvarIds } from '../program-ids.ts';
import { InstructionFailure, loggedReason, type InstructionError } from './failure.ts';
import type { ClockTime, Instruction, Invocation, Meta, Program, WorkingAccount } from './invocation.ts';

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

const deepestInvocation = 5;
const defaultUnitsPerInstruction = 200_000;
const mostUnits = 1_400_000;

/** Programs whose calls cost nothing beside the call itself do not write how much they used. */
const builtins = new Set<string>([programIds.system, programIds.computeBudget]);

/**
 * Runs instructions one after the other over copies of accounts, as the runtime would: with rights to sign and to write
 * that no program can widen, with logs, and with nothing left behind when one fails.
 * @param read what stands at an address before.
 * @param unitLimit the most compute units they may use together; undefined for the runtime's own limit.
 */
export function execute(
  programs: Readonly<Record<string, Program>>,
  read: (address: string) => At,
  instructions: readonly Instruction[],
  unitLimit: number | undefined,
): Execution {
  const working = new Map<string, WorkingAccount>();
  const logs: string[] = [];
  const inner = new Map<number, InnerInstruction[]>();
  const limit = unitLimit ?? Math.min(mostUnits, instructions.length * defaultUnitsPerInstruction);
  let unitsConsumed = 0;

  const accountAt = (address: string): WorkingAccount => {
    const known = working.get(address);
    if (known !== undefined) {
      return known;
    }
    const found = read(address);
    const made: WorkingAccount =
      found === undefined
        ? { lamports: 0n, owner: programIds.system, executable: false, data: new Uint8Array() }
        : { ...found, data: Uint8Array.from(found.data) };
    working.set(address, made);
    return made;
  };
  const clock = clockIn(read(sysvarIds.clock));

  const run = (instruction: Instruction, index: number, depth: number): void => {
    const program = programs[instruction.program];
    const startUnits = unitsConsumed;
    logs.push(`Program ${instruction.program} invoke [${depth}]`);
    try {
      if (program === undefined || depth > deepestInvocation) {
        throw new InstructionFailure(program === undefined ? 'UnsupportedProgramId' : 'CallDepth');
      }
      program(invocationOf(instruction, index, depth));
      if (unitsConsumed > limit) {
        throw new InstructionFailure('ComputationalBudgetExceeded');
      }
      logConsumed(instruction.program, startUnits);
      logs.push(`Program ${instruction.program} success`);
    } catch (error) {
      const reason = reasonOf(error);
      logConsumed(instruction.program, startUnits);
      logs.push(`Program ${instruction.program} failed: ${loggedReason(reason)}`);
      throw new InstructionFailure(reason);
    }
  };

  const invocationOf = (instruction: Instruction, index: number, depth: number): Invocation => {
    const meta = (place: number): Meta => {
      const found = instruction.accounts[place];
      if (found === undefined) {
        throw new InstructionFailure('NotEnoughAccountKeys');
      }
      return found;
    };
    return {
      ...instruction,
      topLevel: instructions,
      depth,
      clock,
      meta,
      read: (place) => accountAt(meta(place).address),
      change: (place) => {
        if (!meta(place).writable) {
          throw new InstructionFailure('ReadonlyDataModified');
        }
        return accountAt(meta(place).address);
      },
      log: (line) => {
        logs.push(`Program log: ${line}`);
      },
      emit: (event) => {
        logs.push(`Program data: ${Buffer.from(event).toString('base64')}`);
      },
      spend: (units) => {
        unitsConsumed += units;
      },
      invoke: (called, derived = []) => {
        checkRights(instruction, called, derived);
        inner.set(index, [...(inner.get(index) ?? []), { ...called, depth: depth + 1 }]);
        run(called, index, depth + 1);
      },
    };
  };

  function logConsumed(program: string, startUnits: number): void {
    if (!builtins.has(program)) {
      logs.push(`Program ${program} consumed ${unitsConsumed - startUnits} of ${limit - startUnits} compute units`);
    }
  }

  for (const [index, instruction] of instructions.entries()) {
    try {
      run(instruction, index, 1);
    } catch (error) {
      if (!(error instanceof InstructionFailure)) {
        throw error;
      }
      return { failure: { index, reason: error.reason }, logs, inner, unitsConsumed, after: accountAt };
    }
  }
  return { failure: undefined, logs, inner, unitsConsumed, after: accountAt };
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

function clockIn(account: At): ClockTime {
  return account === undefined || account.data.length < 40
    ? { slot: 0n, epoch: 0n, unixSeconds: 0n }
    : { slot: u64At(account.data, 0), epoch: u64At(account.data, 16), unixSeconds: i64At(account.data, 32) };
}
