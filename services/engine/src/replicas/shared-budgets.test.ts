import { expect, test } from '@jest/globals';
import { createBudget, type Budget, type RequestLimit } from '@assay/concurrency/request-budget';
import { createSharedBudgets, type SharedBudgets } from './shared-budgets.ts';
import type { ReplicaState, UsageReport } from './store.ts';

type Member = { readonly id: string; readonly budget: Budget; readonly shared: SharedBudgets; joinedAtMs: number };

const dayMs = 86_400_000;

/**
 * Simulates several replicas of the engine, and the database in which they count their requests. Each replica reports
 * to the database once a second.
 */
function cluster(limit: RequestLimit) {
  let nowMs = 1_000_000;
  const members = new Map<string, Member & { lapsedAtMs: number }>();
  const counted: { readonly atMs: number; readonly taken: number }[] = [];
  const sentAtMs: number[] = [];
  const usedNow = (): number =>
    counted.filter(({ atMs }) => nowMs - atMs < limit.perMs).reduce((sum, { taken }) => sum + taken, 0);
  /** Grants requests by the same rules as the SQL statement in store.ts. */
  const stateAfter = (reports: readonly UsageReport[]): ReplicaState => {
    const usage = reports.map(({ provider, ungranted, wanted, maxTaken }) => {
      const granted = Math.max(0, Math.min(wanted, maxTaken - ungranted - usedNow()));
      counted.push({ atMs: nowMs, taken: ungranted + granted });
      return [provider, { granted, taken: usedNow() }];
    });
    return {
      nowMs,
      replicas: [...members.values()].map(({ id, joinedAtMs, lapsedAtMs }) => ({
        replica: id,
        joinedForMs: nowMs - joinedAtMs,
        lapsedForMs: nowMs - lapsedAtMs,
        down: [],
      })),
      usage: Object.fromEntries(usage),
    };
  };
  const join = (id: string): void => {
    const budget = createBudget(limit, () => nowMs);
    const shared = createSharedBudgets(id, () => nowMs);
    shared.add('p', limit, budget);
    members.set(id, { id, budget, shared, joinedAtMs: nowMs, lapsedAtMs: nowMs + 3_500 });
    report(id);
  };
  const report = (id: string): void => {
    const member = members.get(id);
    if (member !== undefined) {
      if (member.lapsedAtMs < nowMs) {
        member.joinedAtMs = nowMs;
      }
      member.lapsedAtMs = nowMs + 3_500;
      const reports = member.shared.report();
      member.shared.onState(stateAfter(reports), reports);
    }
  };
  /**
   * For some seconds, each replica in `live` sends as many requests as it may. Only the replicas in `reaching` can
   * report to the database.
   */
  const run = (seconds: number, live: readonly string[], reaching: readonly string[] = live): void => {
    for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
      nowMs += 100;
      for (const id of live) {
        const member = members.get(id);
        member?.shared.tick();
        while (member?.budget.take() === true) {
          sentAtMs.push(nowMs);
        }
        if (tenth % 10 === id.length % 10 && reaching.includes(id)) {
          report(id);
        }
      }
    }
  };
  const maxInWindow = (): number => {
    let most = 0;
    let first = 0;
    sentAtMs.forEach((at, index) => {
      while ((sentAtMs[first] ?? at) <= at - limit.perMs) {
        first += 1;
      }
      most = Math.max(most, index - first + 1);
    });
    return most;
  };
  return { join, run, maxInWindow, sent: () => sentAtMs.length, forget: () => (sentAtMs.length = 0) };
}

test('replicas together never exceed a limit, while they join, crash and leave', () => {
  for (const { limit, onJoining } of [
    { limit: { requests: 30, perMs: 60_000 }, onJoining: 0 },
    { limit: { requests: 20, perMs: 1_000 }, onJoining: 0 },
    // Of this limit, a tenth is less than one request, so there is no reserve. A replica that joins may still send one
    // request.
    { limit: { requests: 2, perMs: 1_000 }, onJoining: 1 },
  ]) {
    const { join, run, maxInWindow } = cluster(limit);
    join('a');
    run(90, ['a']);
    join('bb');
    run(90, ['a', 'bb']);
    join('ccc');
    run(90, ['a', 'bb', 'ccc']);
    run(150, ['ccc']);
    expect(maxInWindow()).toBeLessThanOrEqual(limit.requests + onJoining);
  }
});

test('replicas together use most of a limit', () => {
  const { join, run, sent, forget } = cluster({ requests: 100, perMs: 10_000 });
  ['a', 'bb', 'ccc'].forEach(join);
  run(30, ['a', 'bb', 'ccc']);
  forget();
  run(100, ['a', 'bb', 'ccc']);
  expect(sent()).toBeGreaterThan(870);
});

test('a limit of one request is used in turns by more replicas than that', () => {
  const { join, run, maxInWindow, sent, forget } = cluster({ requests: 1, perMs: 1_000 });
  ['a', 'bb', 'ccc'].forEach(join);
  run(20, ['a', 'bb', 'ccc']);
  forget();
  run(120, ['a', 'bb', 'ccc']);
  expect(maxInWindow()).toBe(1);
  expect(sent()).toBeGreaterThan(30);
});

test("a month's quota outlives restarts, and replicas divide what is left of it", () => {
  const { join, run, sent } = cluster({ requests: 1_000, perMs: 30 * dayMs });
  join('a');
  run(30, ['a']);
  const first = sent();
  join('bb');
  join('ccc');
  run(300, ['bb', 'ccc']);
  // The database grants at most 900 of the 1,000 requests. The other tenth is a reserve for replicas that cannot reach
  // the database.
  expect(first).toBeGreaterThan(250);
  expect(sent()).toBe(900);
});

test('requests of a quota that were sent without the database count once it is back', () => {
  const { join, run, sent } = cluster({ requests: 1_000, perMs: 30 * dayMs });
  join('a');
  run(10, ['a']);
  run(60, ['a'], []);
  const before = sent();
  run(300, ['a']);
  expect(before).toBeGreaterThan(100);
  expect(sent()).toBeLessThanOrEqual(1_000);
});

test('a replica that cannot reach the database falls to a tenth of each limit before its lease lapses', () => {
  const { join, run, sent, forget } = cluster({ requests: 100, perMs: 1_000 });
  ['a', 'bb'].forEach(join);
  run(20, ['a', 'bb']);
  run(5, ['a'], []);
  forget();
  run(10, ['a'], []);
  expect(sent()).toBeLessThanOrEqual(110);
  expect(sent()).toBeGreaterThanOrEqual(90);
});

test('a replica that was cut off joins again like a new one', () => {
  const { join, run, maxInWindow } = cluster({ requests: 100, perMs: 10_000 });
  join('a');
  run(5, ['a']);
  join('bb');
  run(40, ['a', 'bb']);
  run(60, ['a', 'bb'], ['bb']);
  run(60, ['a', 'bb']);
  expect(maxInWindow()).toBeLessThanOrEqual(100);
});

test('a replica that has not reached the database yet has a tenth of each limit', () => {
  const nowMs = 0;
  const shared = createSharedBudgets('a', () => nowMs);
  const takeAll = (limit: RequestLimit): number => {
    const budget = createBudget(limit, () => nowMs);
    shared.add('p', limit, budget);
    return Array.from({ length: 200 }, () => budget.take()).filter(Boolean).length;
  };
  expect(takeAll({ requests: 100, perMs: 1_000 })).toBe(10);
  expect(takeAll({ requests: 1, perMs: 1_000 })).toBe(1);
});
