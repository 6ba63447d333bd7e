import type { Step } from '../explorer.ts';
import { reported } from './gateway-steps.ts';
import {
  callOf,
  isInFlight,
  isServed,
  send,
  spend,
  withCall,
  type ModelCall,
  type Design,
  type Message,
  type World,
} from './world.ts';

/** Returns the present design: each call has a row for its hold, and each step of a call changes it in PostgreSQL. */
export function presentDesign(isKeyed: boolean): Design {
  return {
    seed: undefined,
    isKeyed,
    replicas: 0,
    handle,
    background,
    giveBack,
    isFinal: (world, call) => callOf(world, call).row === 'confirmed',
  };
}

function handle(world: World, { kind, call }: Message): readonly (readonly [string, World])[] {
  const { row } = callOf(world, call);
  switch (kind) {
    case 'hold': {
      const free = world.balance - world.calls.filter((other) => other.row === 'open').length;
      if (row === 'none' && free < 1) {
        return [['', send(world, 'short', call)]];
      }
      return [['', send(row === 'none' ? withCall(world, call, { row: 'open' }) : world, 'held', call)]];
    }
    case 'settle': {
      const isSettled = row === 'open' || row === 'captured' || row === 'confirmed';
      return [['', send(row === 'open' ? capture(world, call) : world, isSettled ? 'settled' : 'unsettled', call)]];
    }
    case 'store': {
      const isAllowed = world.key.attempt === call && row !== 'reversed';
      const stored = { ...confirm(world, call), key: { ...world.key, stored: call } };
      return [['', isAllowed ? send(stored, 'stored', call) : send(world, 'lost', call)]];
    }
    default: {
      const report = kind === 'delivered' ? 'delivered' : 'undelivered';
      const done = report === 'delivered' ? confirm(world, call) : giveBack(world, call);
      const results: (readonly [string, World])[] = [['', reported(done, call, report)]];
      return world.faultsLeft > 0 ? [...results, ['but the reply is lost', spend(done)]] : results;
    }
  }
}

function background(world: World): Step<World>[] {
  const steps: Step<World>[] = [];
  for (const [call, { row, report, phase }] of world.calls.entries()) {
    const isLive = isServed(world, call) && (phase !== 'ended' || report !== '');
    if (report !== '' && isServed(world, call) && !isInFlight(world, report, call)) {
      steps.push({
        label: `call ${call}: the gateway reports it ${report}`,
        to: send(world, report, call),
        isFault: false,
      });
    }
    if ((row === 'open' || row === 'captured') && (!isLive || world.faultsLeft > 0)) {
      const swept = withCall(giveBack(world, call), call, { row: row === 'open' ? 'lapsed' : 'reversed' });
      const to = isLive ? spend(withCall(swept, call, { isExcused: true })) : swept;
      steps.push({ label: `the sweep ends call ${call}${isLive ? ' too early' : ''}`, to, isFault: isLive });
    }
  }
  return steps;
}

function capture(world: World, call: number): World {
  const captured = withCall(world, call, { row: 'captured', charges: callOf(world, call).charges + 1 });
  return { ...captured, balance: world.balance - 1 };
}

function confirm(world: World, call: number): World {
  return callOf(world, call).row === 'captured' ? withCall(world, call, { row: 'confirmed' }) : world;
}

function giveBack(world: World, call: number): World {
  const { row, charges } = callOf(world, call);
  if (row === 'captured') {
    return { ...withCall(world, call, { row: 'reversed', charges: charges - 1 }), balance: world.balance + 1 };
  }
  const ended: Partial<ModelCall> = row === 'open' ? { row: 'released' } : {};
  return withCall(world, call, ended);
}
