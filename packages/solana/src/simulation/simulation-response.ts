import { z } from 'zod';

/** An integer, which the JSON parser may return as a number or a bigint. */
const whole = z
  .union([z.number().int(), z.bigint()])
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value >= 0);

const shownAccount = z.object({
  owner: z.string(),
  data: z.tuple([z.base64(), z.literal('base64')]),
});

const innerInstructions = z.array(z.object({ index: whole, instructions: z.array(z.unknown()) }));

/** The part of a `simulateTransaction` result that shows the outcome of a swap. */
export const simulationResponse = z.object({
  context: z.object({ slot: whole }),
  value: z.object({
    err: z.unknown(),
    accounts: z.array(shownAccount.nullable()).nullish(),
    // A node that omits the inner instructions, or writes them in another format, still returns the accounts. So they
    // are optional.
    innerInstructions: innerInstructions.nullish().catch(undefined),
  }),
});

/** The failure of a transaction: either before any program ran, or within one of its instructions. */
export type TransactionFailure =
  | { readonly kind: 'transaction'; readonly name: string }
  | {
      readonly kind: 'instruction';
      /** The index of the instruction in the transaction. */
      readonly index: number;
      /** The runtime's name for the error; `Custom` when a program returned its own error number. */
      readonly name: string;
      readonly programError: number | null;
    };

const errorName = z.union([
  z.string().transform((name) => ({ name, programError: null })),
  z.object({ Custom: whole }).transform((error) => ({ name: 'Custom', programError: error.Custom })),
  z.record(z.string(), z.unknown()).transform((error) => ({ name: firstKey(error), programError: null })),
]);
const instructionError = z.object({ InstructionError: z.tuple([whole, errorName]) });

/** Reads the `err` of a response. Null when the transaction succeeded. */
export function transactionFailure(error: unknown): TransactionFailure | null {
  if (error === null) {
    return null;
  }
  const parsedError = instructionError.safeParse(error);
  if (parsedError.success) {
    const [index, reason] = parsedError.data.InstructionError;
    return { kind: 'instruction', index, ...reason };
  }
  return { kind: 'transaction', name: typeof error === 'string' ? error : firstKey(error) };
}

function firstKey(value: unknown): string {
  const [name] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return name ?? 'an unnamed error';
}

/** The inner instructions of a transaction, grouped by the index of the instruction that caused them. */
export type InnerInstructions = z.infer<typeof innerInstructions>;

/** One token transfer that a pool's program made. */
export type InnerTransfer = {
  readonly source: string;
  readonly destination: string;
  /** The amount that left the source, in base units. */
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
 * Returns the token transfers that one instruction of the transaction caused, in order. Empty when the node does not
 * parse instructions.
 */
export function innerTransfers(
  inner: InnerInstructions | null | undefined,
  instructionIndex: number,
): readonly InnerTransfer[] {
  const led = (inner ?? [])
    .filter(({ index }) => index === instructionIndex)
    .flatMap(({ instructions }) => instructions);
  return led.flatMap((instruction): readonly InnerTransfer[] => {
    const parsedTransfer = transfer.safeParse(instruction);
    if (!parsedTransfer.success) {
      return [];
    }
    const { parsed } = parsedTransfer.data;
    const { source, destination } = parsed.info;
    const amount = parsed.type === 'transfer' ? parsed.info.amount : parsed.info.tokenAmount.amount;
    return [{ source, destination, amount }];
  });
}
