import { z } from 'zod';
import { readAddress } from './address.ts';
import { maxU64 } from './bytes.ts';

/** An account of the sandbox's chain. */
export type ChainAccount = {
  readonly lamports: bigint;
  /** Address of the program that owns the account. */
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
};

/** An account in the form of `solana account --output json`. */
export type AccountJson = {
  readonly lamports: bigint;
  readonly data: readonly [base64: string, encoding: 'base64'];
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
  readonly space: number;
};

/** The rent epoch that nodes report for an account that is exempt from rent. */
const exemptFromRent = maxU64;

const accountOverheadBytes = 128;
const lamportsPerByte = 6_960n;

/** Returns the minimum lamports that exempt an account from rent, for this many bytes of data. */
export function rentExemptLamports(dataBytes: number): bigint {
  return BigInt(accountOverheadBytes + dataBytes) * lamportsPerByte;
}

/** Returns an account in the form that nodes and account files use. Whole numbers are exact bigints. */
export function accountJson({ lamports, owner, executable, data }: ChainAccount): AccountJson {
  return {
    lamports,
    data: [Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'), 'base64'],
    owner,
    executable,
    rentEpoch: exemptFromRent,
    space: data.length,
  };
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const lamportsMessage = 'lamports must be a whole number from 0 to 2^64 - 1, as a number or a string of digits';
const dataMessage = 'data must be ["<base64>", "base64"]';

const accountShape = z.object({
  lamports: z
    .union([z.int(lamportsMessage).min(0, lamportsMessage), z.string().regex(/^\d{1,20}$/)], lamportsMessage)
    .transform(BigInt)
    .refine((lamports) => lamports <= maxU64, lamportsMessage),
  data: z.tuple([z.string(dataMessage).regex(base64, dataMessage), z.literal('base64', dataMessage)], dataMessage),
  owner: z
    .string('owner must be the address of a program')
    .refine((owner) => readAddress(owner) !== undefined, 'owner must be the address of a program, 32 bytes in base58'),
  executable: z.boolean('executable must be true or false').default(false),
});

/**
 * Reads the `account` object of an account file. Ignores the fields `space` and `rentEpoch`, which follow from the
 * other fields.
 * @returns the account, or a message that states the required form.
 */
export function readAccountJson(json: unknown): ChainAccount | string {
  const parsed = accountShape.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return issue === undefined || issue.path.length === 0
      ? 'the body must be the "account" object of an account file: { "lamports", "data": ["<base64>", "base64"], "owner", "executable" }'
      : issue.message;
  }
  const { lamports, data, owner, executable } = parsed.data;
  return { lamports, owner, executable, data: new Uint8Array(Buffer.from(data[0], 'base64')) };
}
