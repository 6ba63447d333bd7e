import type { Settings, World } from './world.ts';

/** Returns which promise of docs/use/credits.md a reachable state breaks. Undefined when it breaks none. */
export function brokenPromise(world: World, { credits, calls, isKeyed }: Settings): string | undefined {
  const charges = world.calls.reduce((sum, call) => sum + call.charges, 0);
  const received = world.calls.filter(({ isReceived }) => isReceived).length;
  if (world.balance < 0) {
    return 'the balance is below zero';
  }
  if (world.balance !== credits - charges) {
    return 'the balance is not the sum of the ledger';
  }
  if (world.calls.some((call) => call.charges > 1)) {
    return 'a call is charged twice';
  }
  if (world.calls.some((call) => call.charges < 0)) {
    return 'a charge is refunded twice';
  }
  if (!isKeyed && world.calls.some((call) => call.outcome === 'refused') && calls <= credits) {
    return 'the balance pays for every call, but a call is refused';
  }
  if (world.calls.some((call) => call.outcome === 'short' && !call.isExcused)) {
    return 'a call had a hold, but its charge finds too little credit';
  }
  // A repeated answer is free, so more answers than credits are received only when answers are unpaid.
  const unpaid = world.calls.filter((call) => call.isExcused || world.key.stored >= 0).length;
  return received > credits + unpaid ? 'more answers are received than the credits pay for' : undefined;
}

/** Returns which promise is broken when nothing more happens by itself. Undefined when none is broken. */
export function brokenPromiseAtEnd(world: World, settings: Settings): string | undefined {
  for (const [index, call] of world.calls.entries()) {
    const isStored = world.key.stored === index;
    const isReplay = settings.isKeyed && index === 1 && world.key.stored === 0;
    if (call.charges > 0 && !call.isReceived && !isStored) {
      return `call ${index} is charged, but it was not received`;
    }
    if (call.isReceived && call.charges < 1 && !call.isExcused && !isReplay) {
      return `call ${index} was received, but it is not charged`;
    }
    if (call.row === 'open') {
      return `the hold of call ${index} never ends`;
    }
  }
  if (settings.isKeyed && (world.calls[0]?.charges ?? 0) + (world.calls[1]?.charges ?? 0) > 1) {
    return 'one idempotency key is charged twice';
  }
  const served = world.calls.filter(({ isReceived }) => isReceived).length;
  const expected = settings.isKeyed ? settings.calls - 1 : settings.calls;
  if (world.faultsLeft === settings.faults && served < Math.min(expected, settings.credits)) {
    return 'nothing failed, but the balance pays for more calls than were served';
  }
  return undefined;
}
