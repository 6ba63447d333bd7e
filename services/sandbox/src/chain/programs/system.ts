import { u32At, u64At } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { customError, InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Program } from '../runtime/invocation.ts';

const transferTag = 2;
const insufficientLamports = 1;
const units = 150;

/** The System program. The sandbox supports only its transfers. */
export const systemProgram: Program = (invocation) => {
  const { data } = invocation;
  invocation.spend(units);
  if (data.length < 12 || u32At(data, 0) !== transferTag) {
    throw new InstructionFailure('InvalidInstructionData');
  }
  const amount = u64At(data, 4);
  if (!invocation.meta(0).signer) {
    invocation.log(`Transfer: \`from\` account ${invocation.meta(0).address} must sign`);
    throw new InstructionFailure('MissingRequiredSignature');
  }
  const from = invocation.change(0);
  if (from.data.length > 0 || from.owner !== programIds.system) {
    invocation.log('Transfer: `from` must not carry data');
    throw new InstructionFailure('InvalidArgument');
  }
  if (from.lamports < amount) {
    invocation.log(`Transfer: insufficient lamports ${from.lamports}, need ${amount}`);
    throw customError(insufficientLamports);
  }
  from.lamports -= amount;
  invocation.change(1).lamports += amount;
};
