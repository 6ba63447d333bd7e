import type { Step } from '../explorer.ts';
import {
  callOf,
  changed,
  isServed,
  noMemory,
  spend,
  withReplica,
  type Replica,
  type Seed,
  type World,
} from './world.ts';

/** Returns the steps in which a replica becomes the owner, takes over the holds of the former one, or is killed. */
export function ownerSteps(world: World, seed: Seed | undefined): Step<World>[] {
  const steps: Step<World>[] = [];
  const isOwned = world.replicas[world.owner]?.epoch === world.epoch && world.epoch > 0;
  for (const [index, replica] of world.replicas.entries()) {
    const isFree = !isOwned && replica.epoch !== world.epoch;
    if ((isFree || world.epoch === 0 || (replica.epoch !== world.epoch && world.faultsLeft > 0)) && world.epoch < 5) {
      const epoch = world.epoch + 1;
      const awaited = { promises: hasPromises(seed) ? [0, 1] : [], reports: seed === noWait ? [] : [0, 1] };
      const isEarly = seed === 'balance read before the lease';
      const balance = isEarly && replica.balance > 0 ? replica.balance : world.balance;
      const taken = withReplica({ ...world, epoch, owner: index }, index, { epoch, balance, holds: [], awaited });
      const isFault = !isFree && world.epoch > 0;
      steps.push({
        label: `replica ${index} becomes the owner with epoch ${epoch}`,
        to: isFault ? spend(taken) : taken,
        isFault,
      });
    }
    if (
      seed === 'balance read before the lease' &&
      replica.epoch === 0 &&
      replica.balance !== world.balance &&
      world.epoch > 0
    ) {
      steps.push({
        label: `replica ${index} reads the balance`,
        to: withReplica(world, index, { balance: world.balance }),
        isFault: false,
      });
    }
    steps.push(...handoverSteps(world, index, replica, seed));
    if (replica.epoch > 0 && world.faultsLeft > 0) {
      const forgotten = withReplica(world, index, noMemory);
      steps.push({ label: `replica ${index} is killed and starts again`, to: spend(forgotten), isFault: true });
    }
  }
  return steps;
}

const noWait = 'new owner does not wait for the gateways';

function hasPromises(seed: Seed | undefined): boolean {
  return seed !== noWait && seed !== 'gateways report without a round of promises';
}

/**
 * A new owner waits twice for every gateway. First each promises to refuse grants of earlier owners. When all have
 * promised, no new hold can appear, and each reports its holds. A dead gateway has no holds.
 */
function handoverSteps(world: World, index: number, replica: Replica, seed: Seed | undefined): Step<World>[] {
  const { promises, reports } = replica.awaited;
  const steps = promises.map((gateway) => {
    const awaited = { promises: promises.filter((other) => other !== gateway), reports };
    const to = withReplica(withEpochSeen(world, gateway, replica.epoch), index, { awaited });
    return { label: `gateway ${gateway} promises replica ${index} to refuse former owners`, to, isFault: false };
  });
  if (promises.length > 0) {
    return steps;
  }
  return reports.map((gateway) => {
    const awaited = { promises, reports: reports.filter((other) => other !== gateway) };
    const holds = [...new Set([...replica.holds, ...reportedHolds(world, gateway, seed)])].toSorted((a, b) => a - b);
    const to = withReplica(withEpochSeen(world, gateway, replica.epoch), index, { awaited, holds });
    return { label: `gateway ${gateway} reports its holds to replica ${index}`, to, isFault: false };
  });
}

function withEpochSeen(world: World, gateway: number, epoch: number): World {
  const { isAlive = false, epochSeen = 0 } = world.gateways[gateway] ?? {};
  const seen = { epochSeen: Math.max(epochSeen, epoch) };
  return isAlive ? { ...world, gateways: changed(world.gateways, gateway, seen) } : world;
}

/**
 * Returns the calls of a gateway that have a hold and no charge yet. It leaves out holds whose lifetime is over, because
 * an earlier owner may have granted their credit again.
 */
function reportedHolds(world: World, gateway: number, seed: Seed | undefined): number[] {
  return [...world.calls.keys()].filter((call) => {
    const { phase, row, isExcused } = callOf(world, call);
    const isOpen = isServed(world, call) && (phase === 'working' || phase === 'settling') && row === 'none';
    return call % 2 === gateway && isOpen && (!isExcused || seed === 'gateway reports a lapsed hold');
  });
}
