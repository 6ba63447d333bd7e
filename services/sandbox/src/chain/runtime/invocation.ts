/** An account inside a running transaction, which programs change in place. */
export type WorkingAccount = {
  lamports: bigint;
  owner: string;
  readonly executable: boolean;
  data: Uint8Array;
};

/** An account as an instruction names it. */
export type AccountMeta = { readonly address: string; readonly signer: boolean; readonly writable: boolean };

/** An instruction with its accounts by address. */
export type Instruction = {
  readonly program: string;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
};

/** The time as programs see it, from the Clock sysvar. */
export type ClockTime = { readonly slot: bigint; readonly epoch: bigint; readonly unixSeconds: bigint };

/** One running instruction, with all that its program can do. */
export type Invocation = Instruction & {
  /** The transaction's own instructions, which programs see through the Instructions sysvar. */
  readonly transactionInstructions: readonly Instruction[];
  /** 1 for an instruction of the transaction itself. */
  readonly depth: number;
  readonly clock: ClockTime;
  /** The account at a place. Fails when the instruction names fewer. */
  readonly meta: (index: number) => AccountMeta;
  /** What the account at a place holds; of an account that does not exist, nothing. */
  readonly read: (index: number) => Readonly<WorkingAccount>;
  /** The same, to be changed. Fails for an account that the instruction may only read. */
  readonly change: (index: number) => WorkingAccount;
  readonly log: (line: string) => void;
  /** Writes an event to the log. */
  readonly emit: (event: Uint8Array) => void;
  /** Adds to the compute units that the transaction has used. */
  readonly spend: (units: number) => void;
  /**
   * Runs another program's instruction.
   * @param derived addresses of this program that it signs for.
   */
  readonly invoke: (instruction: Instruction, derived?: readonly string[]) => void;
};

/** A program: runs an instruction, or throws an InstructionFailure. */
export type Program = (invocation: Invocation) => void;
