import { z } from 'zod';

/** Integers come as numbers or bigints, whichever the reader of the answer's JSON makes of them. */
const whole = z
  .union([z.number().int(), z.bigint()])
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value >= 0);

const shownAccount = z.object({
  owner: z.string(),
  data: z.tuple([z.base64(), z.literal('base64')]),
});

const innerInstructions = z.array(z.object({ index: whole, instructions: z.array(z.unknown()) }));

/** The result of `simulateTransaction`, as far as reading what a swap gives needs it. */
export const simulationResponse = z.object({
  context: z.object({ slot: whole }),
  value: z.object({
    err: z.unknown(),
    accounts: z.array(shownAccount.nullable()).nullish(),
    innerInstructions: innerInstructions.nullish(),
  }),
});

/** Why a transaction failed: before any of its programs ran, or in which of its instructions and with what. */
export type TransactionFailure =
  | { readonly kind: 'transaction'; readonly name: string }
  | {
      readonly kind: 'instruction';
      /** The place of the instruction in the transaction. */
      readonly index: number;
      /** The runtime's name for the error; Custom where a program gave a number of its own. */
      readonly name: string;
      readonly programError: number | null;
    };

const named = z.union([
  z.string().transform((name) => ({ name, programError: null })),
  z.object({ Custom: whole }).transform((error) => ({ name: 'Custom', programError: error.Custom })),
  z.record(z.string(), z.unknown()).transform((error) => ({ name: firstKey(error), programError: null })),
]);
const instructionError = z.object({ InstructionError: z.tuple([whole, named]) });

/** Reads the `err` of an answer; null when the transaction went through. */
export function transactionFailure(error: unknown): TransactionFailure | null {
  if (error === null) {
    return null;
  }
  const read = instructionError.safeParse(error);
  if (read.success) {
    const [index, reason] = read.data.InstructionError;
    return { kind: 'instruction', index, ...reason };
  }
  return { kind: 'transaction', name: typeof error === 'string' ? error : firstKey(error) };
}

function firstKey(value: unknown): string {
  const [name] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return name ?? 'an error without a name';
}

/** The instructions that programs ran, by the place of the transaction's own instruction that led to them. */
export type InnerInstructions = z.infer<typeof innerInstructions>;

/** One transfer of tokens that a pool's program made. */
export type InnerTransfer = {
  readonly source: string;
  readonly destination: string;
  /** What left the source, in base units. */
  readonly amount: bigint;
};

const digits = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
const endpoints = { source: z.string(), destination: z.string() };
const transfer = z.object({
  parsed: z.union([
    z.object({
      type: z.enum(['transferChecked', 'transferCheckedWithFee']),
      info: z.object({ ...endpoints, tokenAmount: z.object({ amount: digits }) }),
    }),
    z.object({ type: z.literal('transfer'), info: z.object({ ...endpoints, amount: digits }) }),
  ]),
});

/**
 * The token transfers among the instructions that one instruction of the transaction led to, in their order. A node that
 * does not write instructions in words gives none.
 */
export function innerTransfers(
  inner: InnerInstructions | null | undefined,
  instructionIndex: number,
): readonly InnerTransfer[] {
  const led = (inner ?? [])
    .filter(({ index }) => index === instructionIndex)
    .flatMap(({ instructions }) => instructions);
  return led.flatMap((instruction): readonly InnerTransfer[] => {
    const read = transfer.safeParse(instruction);
    if (!read.success) {
      return [];
    }
    const { parsed } = read.data;
    const { source, destination } = parsed.info;
    const amount = parsed.type === 'transfer' ? parsed.info.amount : parsed.info.tokenAmount.amount;
    return [{ source, destination, amount }];
  });
}
