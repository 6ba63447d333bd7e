import { base58 } from '@scure/base';
import { u64At } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { isTokenProgram } from '../programs/token-layout.ts';
import type { InnerInstruction } from '../runtime/execute.ts';
import { tokenAmount } from './token-amount.ts';

const transferCheckedTag = 12;

/**
 * Returns inner instructions in the form of a node's reply. The reply shows checked token transfers as parsed fields,
 * and all other instructions as bytes.
 */
export function writeInner(inner: ReadonlyMap<number, readonly InnerInstruction[]>): readonly unknown[] {
  return [...inner].map(([index, instructions]) => ({ index, instructions: instructions.map(instructionJson) }));
}

function instructionJson({ program, accounts, data, depth }: InnerInstruction): unknown {
  const addresses = accounts.map(({ address }) => address);
  if (isTokenProgram(program) && data[0] === transferCheckedTag && data.length === 10) {
    const [source, mint, destination, authority] = addresses;
    return {
      parsed: {
        info: { authority, destination, mint, source, tokenAmount: tokenAmount(u64At(data, 1), data[9] ?? 0) },
        type: 'transferChecked',
      },
      program: program === programIds.token ? 'spl-token' : 'spl-token-2022',
      programId: program,
      stackHeight: depth,
    };
  }
  return { accounts: addresses, data: base58.encode(data), programId: program, stackHeight: depth };
}
