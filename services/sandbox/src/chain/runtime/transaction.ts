import { addressBytes, toAddress } from '../address.ts';

const signatureBytes = 64;
const versionBit = 0x80;
const maxTransactionBytes = 1_232;

/** An instruction as a transaction contains it. It refers to accounts by their index in the transaction. */
export type CompiledInstruction = {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
};

/** The addresses that a transaction takes from one lookup table. */
export type TableLookup = {
  readonly table: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
};

/** A parsed transaction. */
export type Transaction = {
  readonly signatures: readonly Uint8Array[];
  /** The bytes that the signatures sign. */
  readonly message: Uint8Array;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly staticAddresses: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
};

/**
 * Reads a transaction in the legacy form or in version 0. Throws an Error that names the problem when the bytes are
 * malformed.
 */
export function readTransaction(wire: Uint8Array): Transaction {
  if (wire.length > maxTransactionBytes) {
    throw new Error(`a transaction has at most ${maxTransactionBytes} bytes, not ${wire.length}`);
  }
  const reader = createReader(wire);
  const signatures = reader.list(() => reader.take(signatureBytes));
  const message = wire.subarray(reader.position());
  const versioned = (message[0] ?? 0) >= versionBit;
  if (versioned && reader.byte() !== versionBit) {
    throw new Error('the message must be legacy or version 0');
  }
  const requiredSignatures = reader.byte();
  const readonlySigned = reader.byte();
  const readonlyUnsigned = reader.byte();
  const staticAddresses = reader.list(() => toAddress(reader.take(addressBytes)));
  const blockhash = toAddress(reader.take(addressBytes));
  const indexes = (): readonly number[] => reader.list(() => reader.byte());
  const instructions = reader.list(() => ({
    programIndex: reader.byte(),
    accountIndexes: indexes(),
    data: reader.take(reader.count()),
  }));
  const lookups = versioned
    ? reader.list(() => ({
        table: toAddress(reader.take(addressBytes)),
        writableIndexes: indexes(),
        readonlyIndexes: indexes(),
      }))
    : [];
  if (reader.position() !== wire.length) {
    throw new Error('the transaction has extra bytes at its end');
  }
  const read: Transaction = {
    signatures,
    message,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticAddresses,
    blockhash,
    instructions,
    lookups,
  };
  checkSound(read);
  return read;
}

/** Throws an Error when the parts of a transaction contradict each other. */
function checkSound(read: Transaction): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticAddresses, lookups } = read;
  const tableIndexes = lookups.flatMap(({ writableIndexes, readonlyIndexes }) => [
    ...writableIndexes,
    ...readonlyIndexes,
  ]);
  const count = staticAddresses.length + tableIndexes.length;
  if (
    requiredSignatures === 0 ||
    readonlySigned >= requiredSignatures ||
    requiredSignatures + readonlyUnsigned > staticAddresses.length ||
    read.signatures.length !== requiredSignatures
  ) {
    throw new Error('the numbers of signatures and accounts do not match');
  }
  if (new Set(staticAddresses).size !== staticAddresses.length) {
    throw new Error('an account occurs twice');
  }
  for (const { programIndex, accountIndexes } of read.instructions) {
    if (programIndex === 0 || programIndex >= staticAddresses.length || accountIndexes.some((each) => each >= count)) {
      throw new Error('an instruction refers to an account that the transaction does not have');
    }
  }
}

function createReader(bytes: Uint8Array) {
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) {
      throw new Error('the transaction is truncated');
    }
    at += count;
    return bytes.subarray(at - count, at);
  };
  const byte = (): number => take(1)[0] ?? 0;
  const count = (): number => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next < versionBit) {
        return value;
      }
    }
    throw new Error('a length has more than three bytes');
  };
  return {
    position: () => at,
    take,
    byte,
    count,
    list: <Item>(item: () => Item): Item[] => Array.from({ length: count() }, item),
  };
}
