import { u32At } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { maxUnits } from '../runtime/execute.ts';
import { InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Instruction, Program } from '../runtime/invocation.ts';

const units = 150;
const unitLimitTag = 2;

/** Length in bytes of each instruction, by the instruction's number. */
const lengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 };

/**
 * The Compute Budget program. It checks only the form of its instructions. The runtime reads the limits in them before
 * any instruction runs.
 */
export const computeBudgetProgram: Program = (invocation) => {
  invocation.spend(units);
  const { data } = invocation;
  if (lengths[data[0] ?? 0] !== data.length) {
    throw new InstructionFailure('InvalidInstructionData');
  }
};

/** Returns the compute unit limit that a transaction sets, or undefined when it sets none. */
export function unitLimitOf(instructions: readonly Instruction[]): number | undefined {
  const asking = instructions.find(
    ({ program, data }) =>
      program === programIds.computeBudget && data[0] === unitLimitTag && data.length === lengths[unitLimitTag],
  );
  return asking === undefined ? undefined : Math.min(maxUnits, u32At(asking.data, 1));
}
