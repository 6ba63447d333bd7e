import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChainAccount } from './account.ts';
import { createLedger } from './ledger.ts';
import { programIds } from './program-ids.ts';
import { createSlotClock } from './slot-clock.ts';

const startMs = Date.parse('2026-11-21T10:00:00Z');

function account(lamports: bigint): ChainAccount {
  return { lamports, owner: programIds.system, executable: false, data: new Uint8Array() };
}

test('a slot that was read never changes, whatever is put, restored or awaited afterwards', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), lamports: fc.bigInt(0n, 9n) }),
    fc.record({ kind: fc.constant('restore' as const) }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 3_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let nowMs = startMs;
      const slots = createSlotClock(() => nowMs);
      const ledger = createLedger(
        slots,
        new Map([['fixed', account(100n)]]),
        new Map([['live', (slot: number) => account(BigInt(slot))]]),
      );
      const seen = new Map<string, bigint | undefined>();
      for (const each of steps) {
        for (const address of ['fixed', 'live', 'new']) {
          seen.set(`${address} ${slots.tip()}`, ledger.read(address, slots.tip())?.lamports);
        }
        if (each.kind === 'pass') {
          nowMs += each.ms;
          continue;
        }
        for (const address of ['fixed', 'live', 'new']) {
          if (each.kind === 'put') {
            ledger.put(address, account(each.lamports));
            expect(ledger.read(address, slots.tip())?.lamports).toBe(each.lamports === 0n ? undefined : each.lamports);
          } else {
            ledger.restore(address);
            expect(ledger.isSet(address)).toBe(false);
          }
        }
      }
      for (const [key, lamports] of seen) {
        const [address = '', slot] = key.split(' ');
        expect([key, ledger.read(address, Number(slot))?.lamports]).toEqual([key, lamports]);
      }
    }),
  );
});

test('slots only grow, even when the clock steps back', () => {
  let nowMs = startMs;
  const slots = createSlotClock(() => nowMs);
  const first = slots.tip();
  nowMs -= 60_000;
  expect(slots.tip()).toBe(first);
  expect(slots.advance()).toBe(first + 1);
  nowMs += 60_000 + 400;
  expect(slots.tip()).toBe(first + 4);
  expect(slots.timeOf(first + 4)).toBe(startMs + 400);
});
