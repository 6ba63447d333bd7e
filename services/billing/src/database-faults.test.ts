import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { databaseFault, runStatement } from './database-faults.ts';

function databaseError(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code });
}

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P03',
  '57014',
  '08006',
  '53300',
  '53100',
  '55P03',
  '25006',
])('an error that concerns the server and not the statement is UNAVAILABLE (%s)', (code) => {
  expect(databaseFault(databaseError(code)).code).toBe('UNAVAILABLE');
});

test('a connection that ended without a code is UNAVAILABLE', () => {
  expect(databaseFault(new Error('Connection terminated unexpectedly')).code).toBe('UNAVAILABLE');
});

test.each(['23505', '23514', '42703', '22021', 'XX000', 'P0001'])(
  'an error of the statement is INTERNAL (%s)',
  (code) => {
    expect(databaseFault(databaseError(code)).code).toBe('INTERNAL');
  },
);

test('a bug of this program is INTERNAL and not an unavailable database', () => {
  expect(databaseFault(new TypeError('x is undefined')).code).toBe('INTERNAL');
  expect(databaseFault('a string').code).toBe('INTERNAL');
});

test('a Fault stays the same object', () => {
  const fault = new Fault('NOT_FOUND');
  expect(databaseFault(fault)).toBe(fault);
});

test.each(['40001', '40P01'])(
  'a statement that lost a conflict is repeated and returns its result (%s)',
  async (code) => {
    let runs = 0;
    const result = await runStatement(async () => {
      runs += 1;
      if (runs < 3) {
        throw databaseError(code);
      }
      return 'done';
    });
    expect([result, runs]).toEqual(['done', 3]);
  },
);

test('a statement that loses every conflict fails after four attempts', async () => {
  let runs = 0;
  const failed = runStatement(async () => {
    runs += 1;
    throw databaseError('40P01');
  });
  await expect(failed).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(runs).toBe(4);
});

test('a statement is not repeated after a lost connection, because it may have been committed', async () => {
  let runs = 0;
  const failed = runStatement(async () => {
    runs += 1;
    throw databaseError('57P01');
  });
  await expect(failed).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(runs).toBe(1);
});
