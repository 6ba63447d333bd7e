/** An account that a running transaction works on. Programs change this object directly. */
export type WorkingAccount = {
  lamports: bigint;
  owner: string;
  readonly executable: boolean;
  data: Uint8Array;
};

/** An account of an instruction, and whether it signs and may be written. */
export type AccountMeta = { readonly address: string; readonly signer: boolean; readonly writable: boolean };

/** An instruction with the addresses of its accounts. */
export type Instruction = {
  readonly program: string;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
};

/** The time of the Clock sysvar, as programs read it. */
export type ClockTime = { readonly slot: bigint; readonly epoch: bigint; readonly unixSeconds: bigint };

/** A running instruction, and the functions that its program can call. */
export type Invocation = Instruction & {
  /** The transaction's own instructions, which programs read from the Instructions sysvar. */
  readonly transactionInstructions: readonly Instruction[];
  /** 1 for an instruction of the transaction itself. Each call from one program to another adds 1. */
  readonly depth: number;
  readonly clock: ClockTime;
  /** Returns the reference to the account at an index. Throws when the instruction has fewer accounts. */
  readonly meta: (index: number) => AccountMeta;
  /** Returns the account at an index for reading. An address without an account gives an empty account. */
  readonly read: (index: number) => Readonly<WorkingAccount>;
  /** Returns the account at an index for writing. Throws for a read-only account. */
  readonly change: (index: number) => WorkingAccount;
  readonly log: (line: string) => void;
  /** Writes an event to the log. */
  readonly emit: (event: Uint8Array) => void;
  /** Adds to the compute units that the transaction has used. */
  readonly spend: (units: number) => void;
  /**
   * Runs an instruction of another program.
   * @param derived addresses that are derived from this program. The program signs for them.
   */
  readonly invoke: (instruction: Instruction, derived?: readonly string[]) => void;
};

/** A program. The function runs one instruction, or throws an `InstructionFailure`. */
export type Program = (invocation: Invocation) => void;
