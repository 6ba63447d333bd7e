import type { Step } from '../explorer.ts';
import {
  callOf,
  changed,
  gatewayOf,
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

/** Messages that gateways receive. All other messages go to billing. */
const replies = new Set(['held', 'short', 'settled', 'unsettled', 'stored', 'lost']);

/** Returns every step that a state of a design allows. */
export function stepsOf(world: World, design: Design): Step<World>[] {
  const steps: Step<World>[] = [...design.background(world), ...networkSteps(world, design)];
  for (const call of world.calls.keys()) {
    steps.push(...callSteps(world, call, design));
  }
  for (const [gateway, { isAlive }] of world.gateways.entries()) {
    const isNeeded = world.calls.some(({ phase }, call) => call % 2 === gateway && phase === 'new');
    if (isAlive && world.faultsLeft > 0) {
      steps.push({
        label: `gateway ${gateway} is killed`,
        to: killGateway(spend(world), gateway, design),
        isFault: true,
      });
    } else if (!isAlive && isNeeded) {
      const session = (world.gateways[gateway]?.session ?? 0) + 1;
      // A new session first reads the account's epoch from PostgreSQL. Otherwise it would accept grants of former owners.
      const epochSeen = design.seed === 'new session does not read the epoch' ? 0 : world.epoch;
      const gateways = changed(world.gateways, gateway, { isAlive: true, session, epochSeen });
      steps.push({ label: `gateway ${gateway} starts again`, to: { ...world, gateways }, isFault: false });
    }
  }
  return steps;
}

/** Messages arrive in any order. A fault can duplicate or lose one, or lose the reply to a report. */
function networkSteps(world: World, design: Design): Step<World>[] {
  const steps: Step<World>[] = [];
  for (const text of new Set(world.wire)) {
    const [kind = '', call, value] = text.split(' ');
    const message: Message = { kind, call: Number(call), value: Number(value) };
    const without = { ...world, wire: world.wire.toSpliced(world.wire.indexOf(text), 1) };
    const results = (from: World) =>
      replies.has(kind) ? [['', replyTo(from, message, design)] as const] : design.handle(from, message);
    for (const [how, to] of results(without)) {
      steps.push({ label: `${text} arrives ${how}`, to, isFault: to.faultsLeft < world.faultsLeft });
    }
    if (world.faultsLeft > 0) {
      for (const [how, to] of results(spend(world))) {
        steps.push({ label: `${text} arrives ${how}, and again later`, to, isFault: true });
      }
      steps.push({ label: `${text} is lost`, to: spend(without), isFault: true });
    }
  }
  return steps;
}

function callSteps(world: World, call: number, design: Design): Step<World>[] {
  const now = callOf(world, call);
  if (now.phase === 'new') {
    return startSteps(world, call, design);
  }
  if (!isServed(world, call)) {
    return [];
  }
  const steps: Step<World>[] = [];
  const add = (label: string, to: World): void =>
    void steps.push({ label: `call ${call}: ${label}`, to, isFault: false });
  const addFault = (label: string, to: World): void => {
    if (world.faultsLeft > 0) {
      steps.push({ label: `call ${call}: ${label}`, to: spend(to), isFault: true });
    }
  };
  const failed = endedWith(world, call, 'failed', 'undelivered');
  if (now.phase === 'working') {
    add('the answer is ready', now.isBroken ? failed : settling(world, call));
    addFault('the work fails', failed);
  } else if (now.phase === 'writing') {
    add('the network accepts the answer', withCall(world, call, { phase: 'accepted', isReceived: true }));
    addFault('the connection breaks', endedWith(world, call, 'undelivered', 'undelivered'));
  } else if (now.phase === 'accepted') {
    add('the gateway learns of the receipt', endedWith(world, call, 'delivered', 'delivered'));
    if (design.seed === 'close after acceptance counts as undelivered') {
      addFault('the connection breaks', endedWith(world, call, 'undelivered', 'undelivered'));
    }
  } else if (now.phase !== 'ended') {
    const isWaiting = ['hold', 'settle', 'store', ...replies].some((kind) => isInFlight(world, kind, call));
    (isWaiting ? addFault : add)('the gateway waits no longer', failed);
  }
  if (['holding', 'working', 'settling', 'storing'].includes(now.phase) && !now.isBroken) {
    addFault('the connection breaks', withCall(world, call, { isBroken: true }));
  }
  return steps;
}

/** A second attempt under an idempotency key starts only when the client got nothing from the first one. */
function startSteps(world: World, call: number, { isKeyed, giveBack }: Design): Step<World>[] {
  const gateway = gatewayOf(world, call);
  const isRepeat = isKeyed && call === 1;
  const first = callOf(world, 0);
  const isFirstOver = first.phase === 'ended' || (first.phase !== 'new' && !isServed(world, 0));
  if (!gateway.isAlive || (isRepeat && (first.isReceived || !isFirstOver))) {
    return [];
  }
  const label = `call ${call}: the client asks`;
  if (isRepeat && world.key.stored >= 0) {
    const to = withCall(world, call, { phase: 'ended', outcome: 'delivered', isReceived: true });
    return [{ label: `${label} again, and gets the stored answer`, to, isFault: false }];
  }
  const begun = isRepeat ? giveBack(world, 0) : world;
  const key = isKeyed && call < 2 ? { ...begun.key, attempt: call } : begun.key;
  const holding = withCall({ ...begun, key }, call, { phase: 'holding', session: gateway.session });
  return [{ label, to: send(holding, 'hold', call), isFault: false }];
}

function settling(world: World, call: number): World {
  const { session } = callOf(world, call);
  const taken = world.calls.filter(
    (other, at) => at % 2 === call % 2 && other.session === session && other.sequence > 0,
  );
  return send(withCall(world, call, { phase: 'settling', sequence: taken.length + 1 }), 'settle', call);
}

function endedWith(world: World, call: number, outcome: ModelCall['outcome'], report: ModelCall['report']): World {
  return withCall(world, call, { phase: 'ended', outcome, report });
}

/** A gateway handles a reply. It ignores replies for which nobody waits. */
function replyTo(world: World, { kind, call, value }: Message, design: Design): World {
  const now = callOf(world, call);
  const isAwaited = (phase: ModelCall['phase']): boolean => isServed(world, call) && now.phase === phase;
  const written = now.isBroken
    ? endedWith(world, call, 'undelivered', world.key.stored === call ? 'delivered' : 'undelivered')
    : withCall(world, call, { phase: 'writing' });
  if (isAwaited('holding') && (kind === 'held' || kind === 'short')) {
    if (value < gatewayOf(world, call).epochSeen && design.seed !== 'gateway accepts an old grant') {
      return isInFlight(world, 'hold', call) ? world : send(world, 'hold', call);
    }
    return kind === 'held' ? withCall(world, call, { phase: 'working' }) : endedWith(world, call, 'refused', '');
  }
  if (isAwaited('settling') && kind === 'unsettled') {
    return endedWith(world, call, value === 1 ? 'short' : 'failed', 'undelivered');
  }
  if (isAwaited('settling') && kind === 'settled') {
    const isStored = design.isKeyed && call < 2;
    return isStored ? send(withCall(world, call, { phase: 'storing' }), 'store', call) : written;
  }
  if (isAwaited('storing') && (kind === 'stored' || kind === 'lost')) {
    return kind === 'stored' ? written : endedWith(world, call, 'failed', 'undelivered');
  }
  return world;
}

/**
 * Ends the calls of a killed gateway. If the client had received the answer and PostgreSQL had not stored this yet, the
 * model allows that the answer is free, because only the gateway knew of the delivery.
 */
function killGateway(world: World, gateway: number, design: Design): World {
  const calls = world.calls.map((call, at): ModelCall => {
    if (at % 2 !== gateway || call.phase === 'new' || !isServed(world, at)) {
      return call;
    }
    const isExcused = call.isExcused || (call.isReceived && !design.isFinal(world, at));
    const outcome = call.phase === 'ended' ? call.outcome : 'died';
    return { ...call, phase: 'ended', outcome, report: '', isExcused };
  });
  return { ...world, calls, gateways: changed(world.gateways, gateway, { isAlive: false }) };
}

/** Returns the world after a gateway has received the reply to a report. It then no longer repeats the report. */
export function reported(world: World, call: number, report: ModelCall['report']): World {
  return isServed(world, call) && callOf(world, call).report === report ? withCall(world, call, { report: '' }) : world;
}
