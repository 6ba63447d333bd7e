import type { Step } from '../explorer.ts';
import { ownerSteps } from './owner-handover.ts';
import { appliedAtOwner, chargeWithHold } from './owner-statements.ts';
import { reported } from './gateway-steps.ts';
import {
  callOf,
  isInFlight,
  isServed,
  send,
  spend,
  withCall,
  withReplica,
  type ModelCall,
  type Design,
  type Message,
  type Replica,
  type Seed,
  type World,
} from './world.ts';

/**
 * Returns the new design. One billing replica owns the account. It stores holds in memory only, and inserts a charge in
 * PostgreSQL if and only if its epoch is still the account's epoch. Gateways number their charges, and a watermark for
 * each session says up to which number all calls have ended.
 * @param seed the fault to build in. Undefined for the correct design.
 */
export function ownerDesign(isKeyed: boolean, seed?: Seed): Design {
  return {
    seed,
    isKeyed,
    replicas: 2,
    handle: (world, message) => handle(world, message, seed),
    background: (world) => [
      ...ownerSteps(world, seed),
      ...holdSteps(world),
      ...sweepSteps(world, seed),
      ...gatewayReports(world, seed),
    ],
    giveBack: (world, call) => (isFinal(world, call, seed) ? world : reversed(world, call, seed)),
    isFinal: (world, call) => isFinal(world, call, seed),
  };
}

/** Whether PostgreSQL knows that the call's answer was received: its number is not above the watermark of its session. */
function isFinal(world: World, call: number, seed: Seed | undefined): boolean {
  const { row, sequence } = callOf(world, call);
  return (
    row === 'captured' && (world.key.stored === call || (sequence > 0 && sequence <= watermarkOf(world, call, seed)))
  );
}

function watermarkOf(world: World, call: number, seed: Seed | undefined): number {
  const marks = world.watermarks[call % 2] ?? [];
  return seed === 'watermark survives a restart' ? Math.max(...marks) : (marks[callOf(world, call).session] ?? 0);
}

type Results = readonly (readonly [string, World])[];

function handle(world: World, message: Message, seed: Seed | undefined): Results {
  const { kind, call, value } = message;
  if (kind === 'watermark') {
    const session = Math.floor(value / 10);
    const marks = world.watermarks[call] ?? [];
    const raised = marks.map((mark, at) => (at === session ? Math.max(mark, value % 10) : mark));
    const watermarks = world.watermarks.map((own, gateway) => (gateway === call ? raised : own));
    return [['', forgetDelivered({ ...world, watermarks }, call, session)]];
  }
  if (kind === 'store') {
    const isAllowed = world.key.attempt === call && callOf(world, call).row === 'captured';
    return [
      [
        '',
        isAllowed ? send({ ...world, key: { ...world.key, stored: call } }, 'stored', call) : send(world, 'lost', call),
      ],
    ];
  }
  // Any replica that believes it is the owner can get the message. Without one, the message waits.
  return [...world.replicas.entries()].flatMap(([index, replica]) =>
    replica.epoch > 0 && !isAwaiting(replica)
      ? atOwner(world, message, index, replica, seed).map(([how, to]) => [`at replica ${index} ${how}`, to] as const)
      : [],
  );
}

function atOwner(
  world: World,
  { kind, call }: Message,
  index: number,
  replica: Replica,
  seed: Seed | undefined,
): Results {
  const { row, sequence, charges } = callOf(world, call);
  if (kind === 'hold') {
    const isKnown = replica.holds.includes(call) || row === 'captured';
    if (!isKnown && replica.balance - replica.holds.length < 1) {
      return [['', send(world, 'short', call, replica.epoch)]];
    }
    if (seed === 'charge before the answer' && row === 'none') {
      return [['', send(chargeWithHold(world, call, index), 'held', call, replica.epoch)]];
    }
    const holds = isKnown ? replica.holds : [...replica.holds, call].toSorted((a, b) => a - b);
    return [['', send(withReplica(world, index, { holds }), 'held', call, replica.epoch)]];
  }
  const isPaid = seed === 'charge is not idempotent' ? row === 'reversed' : row !== 'none';
  if (kind === 'settle' && !isPaid) {
    const others = replica.holds.filter((other) => other !== call).length;
    const hasCredit = replica.balance >= 1 && (replica.holds.includes(call) || replica.balance - others >= 1);
    // Only the owner may refuse, so the refusal checks the epoch in PostgreSQL too.
    const isOwner = replica.epoch === world.epoch || seed === 'refusal is not fenced';
    if (isOwner && (sequence <= watermarkOf(world, call, undefined) || !hasCredit)) {
      return [['', send(world, 'unsettled', call, hasCredit ? 0 : 1)]];
    }
    const applied = { row: 'captured', charges: charges + 1, cost: 1 } as const;
    return appliedAtOwner(world, { kind: 'settle', call, index, replica, applied, seed }, (done) =>
      send(done, 'settled', call),
    );
  }
  if (kind === 'settle') {
    return [['', send(withoutHold(world, index, call), row === 'captured' ? 'settled' : 'unsettled', call)]];
  }
  const refund =
    seed === 'reversal is not idempotent'
      ? charges !== 0 || row === 'reversed'
      : row === 'captured' && !isFinal(world, call, seed);
  const needsTombstone = row === 'none' && sequence > 0 && seed !== 'no tombstone for an unknown charge';
  if (!refund && !needsTombstone) {
    return [['', reported(withoutHold(world, index, call), call, 'undelivered')]];
  }
  // A call without a number has no charge, so there is nothing to refund. The seed 'charge before the answer' is the
  // exception: it charges such a call, and nothing refunds that charge here.
  const isNumbered = sequence > 0;
  const applied = isNumbered
    ? ({ row: 'reversed', charges: charges - (refund ? 1 : 0), cost: refund ? -1 : 0 } as const)
    : undefined;
  return appliedAtOwner(world, { kind: 'undelivered', call, index, replica, applied, seed }, (done) =>
    reported(done, call, 'undelivered'),
  );
}

/**
 * Each replica ends a hold when its call has ended. As a fault, a replica may end the hold of a slow call too early,
 * because the hold's lifetime is over by the replica's clock.
 */
function holdSteps(world: World): Step<World>[] {
  const steps: Step<World>[] = [];
  for (const [index, { holds }] of world.replicas.entries()) {
    for (const call of holds) {
      const label = `the hold of call ${call} ends at replica ${index}`;
      const to = withoutHold(world, index, call);
      if (!isServed(world, call) || callOf(world, call).phase === 'ended') {
        steps.push({ label, to, isFault: false });
      } else if (world.faultsLeft > 0) {
        steps.push({ label: `${label} too early`, to: spend(withCall(to, call, { isExcused: true })), isFault: true });
      }
    }
  }
  return steps;
}

/**
 * The owner refunds the charges above a session's watermark after the session's gateway died. As a fault, it may refund
 * the charges of a slow gateway too early.
 */
function sweepSteps(world: World, seed: Seed | undefined): Step<World>[] {
  const steps: Step<World>[] = [];
  for (const [index, replica] of world.replicas.entries()) {
    for (const [call, { row }] of world.calls.entries()) {
      const isLive = isServed(world, call);
      const isCovered =
        isFinal(world, call, seed) && !(seed === 'sweep ignores the watermark' && world.key.stored !== call);
      if (replica.epoch === 0 || replica.epoch !== world.epoch || row !== 'captured' || isCovered) {
        continue;
      }
      if (seed !== 'charge before the answer' || callOf(world, call).sequence > 0) {
        const swept = withReplica(reversed(world, call, seed), index, { balance: replica.balance + 1 });
        if (!isLive) {
          steps.push({ label: `the sweep refunds call ${call}`, to: swept, isFault: false });
        } else if (world.faultsLeft > 0) {
          const early = withCall(swept, call, { isExcused: true });
          steps.push({ label: `the sweep refunds call ${call} too early`, to: spend(early), isFault: true });
        }
      }
    }
  }
  return steps;
}

/** Gateways report undelivered answers one by one, and delivered ones by the watermark of their session. */
function gatewayReports(world: World, seed: Seed | undefined): Step<World>[] {
  const steps: Step<World>[] = [];
  for (const [call, { report: due }] of world.calls.entries()) {
    if (due === 'undelivered' && isServed(world, call) && !isInFlight(world, due, call)) {
      steps.push({ label: `call ${call}: the gateway reports it ${due}`, to: send(world, due, call), isFault: false });
    }
  }
  for (const [gateway, { isAlive, session }] of world.gateways.entries()) {
    const mark = nextWatermark(world, gateway, seed);
    if (isAlive && mark > (world.watermarks[gateway]?.[session] ?? 0) && !isInFlight(world, 'watermark', gateway)) {
      const to = send(world, 'watermark', gateway, session * 10 + mark);
      steps.push({ label: `gateway ${gateway} flushes the watermark ${mark}`, to, isFault: false });
    }
  }
  return steps;
}

function nextWatermark(world: World, gateway: number, seed: Seed | undefined): number {
  const numbered = [...world.calls.entries()]
    .filter(([call, { sequence }]) => call % 2 === gateway && isServed(world, call) && sequence > 0)
    .map(([, call]) => call)
    .toSorted((a, b) => a.sequence - b.sequence);
  const hasEnded = ({ phase, report: due }: ModelCall): boolean =>
    (phase === 'ended' && due !== 'undelivered') || (seed === 'watermark before the flush' && phase === 'writing');
  if (seed === 'watermark skips an open call') {
    return numbered.findLast(hasEnded)?.sequence ?? 0;
  }
  const open = numbered.findIndex((call) => !hasEnded(call));
  return open < 0 ? numbered.length : open;
}

function forgetDelivered(world: World, gateway: number, session: number): World {
  const mark = world.watermarks[gateway]?.[session] ?? 0;
  const calls = world.calls.map((call, at): ModelCall =>
    at % 2 === gateway && call.session === session && call.report === 'delivered' && call.sequence <= mark
      ? { ...call, report: '' }
      : call,
  );
  return { ...world, calls };
}

function isAwaiting({ awaited }: Replica): boolean {
  return awaited.promises.length > 0 || awaited.reports.length > 0;
}

function reversed(world: World, call: number, seed: Seed | undefined): World {
  const { row, charges, sequence } = callOf(world, call);
  if (row === 'captured') {
    return { ...withCall(world, call, { row: 'reversed', charges: charges - 1 }), balance: world.balance + 1 };
  }
  return row === 'none' && sequence > 0 && seed !== 'no tombstone for an unknown charge'
    ? withCall(world, call, { row: 'reversed' })
    : world;
}

function withoutHold(world: World, index: number, call: number): World {
  const holds = world.replicas[index]?.holds.filter((other) => other !== call) ?? [];
  return withReplica(world, index, { holds });
}
