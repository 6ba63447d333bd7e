import {
  callOf,
  changed,
  noMemory,
  spend,
  withCall,
  type ModelCall,
  type Replica,
  type Seed,
  type World,
} from './world.ts';

/** A statement of an owner: what it changes in the row of a call, and how much it takes from the balance. */
export type OwnerStatement = {
  readonly kind: 'settle' | 'undelivered';
  readonly call: number;
  readonly index: number;
  readonly replica: Replica;
  /** Undefined when the statement changes nothing. */
  readonly applied: { readonly row: ModelCall['row']; readonly charges: number; readonly cost: number } | undefined;
  readonly seed: Seed | undefined;
};

/**
 * Returns what can happen to a statement of an owner. PostgreSQL refuses it when the account has a newer epoch, and the
 * replica then stops being the owner. The connection may also break after the commit, so that its result is unknown.
 * In both cases the message waits for the next owner.
 */
export function appliedAtOwner(
  world: World,
  { kind, call, index, replica, applied, seed }: OwnerStatement,
  reply: (world: World) => World,
): readonly (readonly [string, World])[] {
  const waiting = (from: World): World => ({
    ...from,
    replicas: changed(from.replicas, index, noMemory),
    wire: from.wire.some((text) => text.startsWith(`${kind} ${call} `))
      ? from.wire
      : [...from.wire, `${kind} ${call} 0`].toSorted(),
  });
  if (applied === undefined) {
    return [['', reply(world)]];
  }
  if (replica.epoch !== world.epoch && seed !== 'no fencing') {
    return [['and PostgreSQL refuses its epoch', waiting(world)]];
  }
  const committed = {
    ...withCall(world, call, { row: applied.row, charges: applied.charges }),
    balance: world.balance - applied.cost,
  };
  const holds = replica.holds.filter((other) => other !== call);
  const known = {
    ...committed,
    replicas: changed(world.replicas, index, { balance: replica.balance - applied.cost, holds }),
  };
  const unknown =
    seed === 'unknown commit counts as failed'
      ? { ...waiting(committed), replicas: changed(world.replicas, index, { holds }) }
      : waiting(committed);
  return world.faultsLeft > 0
    ? [
        ['', reply(known)],
        ['but the result of the commit is lost', spend(unknown)],
      ]
    : [['', reply(known)]];
}

/** Returns the world after the seeded fault: the charge is written together with the hold, before there is an answer. */
export function chargeWithHold(world: World, call: number, index: number): World {
  const charged = withCall(world, call, { row: 'captured', charges: callOf(world, call).charges + 1 });
  const balance = (world.replicas[index]?.balance ?? 0) - 1;
  return { ...charged, balance: world.balance - 1, replicas: changed(world.replicas, index, { balance }) };
}
