import type { Step } from '../explorer.ts';

/**
 * The state that both designs of billing share. One account has credit for some calls, and every call costs one credit.
 * Two gateways serve the calls in turn: an even call belongs to gateway 0, and an odd call to gateway 1.
 */
export type World = {
  /** The balance in the account's row. */
  readonly balance: number;
  readonly calls: readonly ModelCall[];
  readonly gateways: readonly Gateway[];
  /** Messages in flight, sorted. Any of them can arrive next, so every message can be late. */
  readonly wire: readonly string[];
  /** How many more faults this run may have. */
  readonly faultsLeft: number;
  /**
   * The row of the idempotency key that calls 0 and 1 share. `attempt` is the call that has the lease, and `stored` the
   * call whose answer is stored; -1 for none.
   */
  readonly key: { readonly attempt: number; readonly stored: number };
  /** The account's owner in PostgreSQL: a number that grows with each owner, and the replica. Only the new design. */
  readonly epoch: number;
  readonly owner: number;
  /** The billing replicas with their memory. The present design has none, because its replicas remember nothing. */
  readonly replicas: readonly Replica[];
  /** For each gateway and session: the number up to which PostgreSQL knows that calls have ended. */
  readonly watermarks: readonly (readonly number[])[];
};

/** One call, as the client, its gateway and PostgreSQL know it. */
export type ModelCall = {
  readonly phase: 'new' | 'holding' | 'working' | 'settling' | 'storing' | 'writing' | 'accepted' | 'ended';
  readonly outcome: '' | 'delivered' | 'undelivered' | 'refused' | 'failed' | 'short' | 'died';
  readonly isBroken: boolean;
  readonly isReceived: boolean;
  /** Whether a promise may be broken: the gateway died or was too late, so nothing alive knew of the receipt in time. */
  readonly isExcused: boolean;
  /** What the gateway must still report: delivered or undelivered. */
  readonly report: '' | 'delivered' | 'undelivered';
  readonly session: number;
  /** The number of the charge in the gateway's session; 0 before the charge. Only the new design. */
  readonly sequence: number;
  /** The state of the call's row in PostgreSQL. */
  readonly row: 'none' | 'open' | 'captured' | 'confirmed' | 'released' | 'lapsed' | 'reversed';
  /** Charges minus refunds in the ledger. */
  readonly charges: number;
};

/** One gateway. A restart begins a new session. */
export type Gateway = { readonly isAlive: boolean; readonly session: number; readonly epochSeen: number };

/** The memory of a billing replica in the new design. */
export type Replica = {
  /** The epoch in which the replica became the owner; 0 when it does not believe that it is the owner. */
  readonly epoch: number;
  readonly balance: number;
  /** The calls that have a hold. */
  readonly holds: readonly number[];
  /** The gateways whose promise or report this owner still waits for. It decides nothing before. */
  readonly awaited: { readonly promises: readonly number[]; readonly reports: readonly number[] };
};

/** The memory of a replica that does not believe that it is the owner. */
export const noMemory: Replica = { epoch: 0, balance: 0, holds: [], awaited: { promises: [], reports: [] } };

/** The size of one exploration. */
export type Settings = {
  readonly calls: number;
  readonly credits: number;
  /** Whether calls 0 and 1 are two attempts under one idempotency key. */
  readonly isKeyed: boolean;
  readonly faults: number;
};

/** Faults that can be built into the new design. The explorer must find each of them. */
export const seeds = [
  'no fencing',
  'refusal is not fenced',
  'charge before the answer',
  'watermark before the flush',
  'new owner does not wait for the gateways',
  'gateways report without a round of promises',
  'gateway accepts an old grant',
  'new session does not read the epoch',
  'gateway reports a lapsed hold',
  'reversal is not idempotent',
  'charge is not idempotent',
  'watermark skips an open call',
  'watermark survives a restart',
  'balance read before the lease',
  'no tombstone for an unknown charge',
  'sweep ignores the watermark',
  'close after acceptance counts as undelivered',
  'unknown commit counts as failed',
] as const;
export type Seed = (typeof seeds)[number];

/** What a design adds to the shared steps of gateways and clients. */
export type Design = {
  readonly seed: Seed | undefined;
  readonly isKeyed: boolean;
  /** The number of billing replicas whose memory matters. */
  readonly replicas: number;
  /**
   * Returns the possible states after billing has received a message. Each has a label that says how billing handled
   * the message.
   */
  readonly handle: (world: World, message: Message) => readonly (readonly [string, World])[];
  /** Returns the steps that billing takes without a message. */
  readonly background: (world: World) => readonly Step<World>[];
  /** Refunds the charge of an earlier attempt, and ends its hold. */
  readonly giveBack: (world: World, call: number) => World;
  /** Whether the charge of a call can no longer be refunded. */
  readonly isFinal: (world: World, call: number) => boolean;
};

/** A message. `value` is an epoch, or a session and a watermark. */
export type Message = { readonly kind: string; readonly call: number; readonly value: number };

/** Returns the first state: nothing has been asked. */
export function newWorld({ calls, credits, faults }: Settings, replicas: number): World {
  const call: ModelCall = {
    phase: 'new',
    outcome: '',
    isBroken: false,
    isReceived: false,
    isExcused: false,
    report: '',
    session: 0,
    sequence: 0,
    row: 'none',
    charges: 0,
  };
  return {
    balance: credits,
    calls: Array.from({ length: calls }, () => call),
    gateways: [0, 1].map(() => ({ isAlive: true, session: 0, epochSeen: 0 })),
    wire: [],
    faultsLeft: faults,
    key: { attempt: -1, stored: -1 },
    epoch: 0,
    owner: -1,
    replicas: Array.from({ length: replicas }, () => noMemory),
    watermarks: [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  };
}

/** Returns a copy of a list with changed fields of one item. */
export function changed<Item>(list: readonly Item[], index: number, fields: Partial<Item>): Item[] {
  return list.map((item, at) => (at === index ? { ...item, ...fields } : item));
}

/** Returns the world with changed fields of one call. */
export function withCall(world: World, call: number, fields: Partial<ModelCall>): World {
  return { ...world, calls: changed(world.calls, call, fields) };
}

/** Returns one call. Throws when there is none with this number. */
export function callOf(world: World, call: number): ModelCall {
  const found = world.calls[call];
  if (found === undefined) {
    throw new Error(`there is no call ${call}`);
  }
  return found;
}

/** Returns the gateway of a call. Throws when there is none. */
export function gatewayOf(world: World, call: number): Gateway {
  const found = world.gateways[call % 2];
  if (found === undefined) {
    throw new Error(`call ${call} has no gateway`);
  }
  return found;
}

/** Whether the process that serves a call is alive. */
export function isServed(world: World, call: number): boolean {
  const gateway = gatewayOf(world, call);
  return gateway.isAlive && gateway.session === callOf(world, call).session;
}

/** Returns the world with one more message in flight. */
export function send(world: World, kind: string, call: number, value = 0): World {
  return { ...world, wire: [...world.wire, `${kind} ${call} ${value}`].toSorted() };
}

/** Whether a message of this kind about this call is in flight. */
export function isInFlight(world: World, kind: string, call: number): boolean {
  return world.wire.some((text) => text.startsWith(`${kind} ${call} `));
}

/** Returns the world with one fault less. */
export function spend(world: World): World {
  return { ...world, faultsLeft: world.faultsLeft - 1 };
}

/** Returns the world with changed memory of one replica. */
export function withReplica(world: World, index: number, fields: Partial<Replica>): World {
  return { ...world, replicas: changed(world.replicas, index, fields) };
}
