import { programIds } from '../program-ids.ts';
import type { Program } from '../runtime/invocation.ts';
import { associatedTokenProgram } from './associated-token.ts';
import { computeBudgetProgram } from './compute-budget.ts';
import { cpmmProgram } from './cpmm.ts';
import { dammV2Program } from './damm-v2.ts';
import { systemProgram } from './system.ts';
import { tokenProgram } from './token.ts';

const memoUnits = 4_000;

/** The Memo program. It writes its instruction data to the log. */
const memoProgram: Program = (invocation) => {
  invocation.spend(memoUnits);
  invocation.log(`Memo (len ${invocation.data.length}): "${Buffer.from(invocation.data).toString('utf8')}"`);
};

/** The programs that the chain runs, by address. */
export const programs: Readonly<Record<string, Program>> = {
  [programIds.system]: systemProgram,
  [programIds.computeBudget]: computeBudgetProgram,
  [programIds.memo]: memoProgram,
  [programIds.token]: tokenProgram,
  [programIds.token2022]: tokenProgram,
  [programIds.associatedToken]: associatedTokenProgram,
  [programIds.cpmm]: cpmmProgram,
  [programIds.dammV2]: dammV2Program,
};
