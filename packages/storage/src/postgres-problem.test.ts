import { expect, test } from '@jest/globals';
import { hasBrokenPassword } from '@assay/runtime/postgres-url';
import { explainPostgresError, isPostgresUnavailable, postgresWaitCause } from './postgres-problem.ts';

const url = 'postgres://assay_billing:hidden@db.example:5433/assay';
const failure = (code: string, message = 'driver text'): Error => Object.assign(new Error(message), { code });

test.each([
  ['28P01', 'PostgreSQL at db.example:5433 refused the role assay_billing (28P01); correct the user and the password'],
  ['3D000', 'has no database assay'],
  ['ENOTFOUND', 'the name db.example has no address'],
  ['ECONNREFUSED', 'PostgreSQL at db.example:5433 does not answer (ECONNREFUSED); check the address in ASSAY_PG_URL'],
  ['42501', 'run deploy/postgres/roles.sql'],
])('an error %s names the server or role, and what to correct', (code, words) => {
  const cause = failure(code);
  const explained = explainPostgresError(cause, url, 'ASSAY_PG_URL') as Error;
  expect(explained.message).toContain(words);
  expect(explained.message).not.toContain('hidden');
  expect(explained.cause).toBe(cause);
});

test('a right that the migrations lack is explained, though their error has no code', () => {
  const error = new Error('Unable to ensure migrations table: error: permission denied for schema billing');
  expect((explainPostgresError(error, url, 'ASSAY_PG_URL') as Error).message).toContain('ASSAY_MIGRATE_AT_START=false');
});

test('a text that is no URL is refused without being shown', () => {
  const explained = explainPostgresError(
    failure('ERR_INVALID_URL'),
    'postgres://a:hid#den@b:x',
    'ASSAY_PG_URL',
  ) as Error;
  expect(explained.message).toMatch(/^ASSAY_PG_URL is not a URL/);
  expect(explained.message).not.toContain('hid');
  // The error of Node.js contains the whole URL.
  expect(explained.cause).toBeUndefined();
});

test.each([
  'postgres://a:b@half/c#other@db:5432/x',
  'postgres://a:1#other@db:5432/x',
  'postgres://a:1?other@db:5432/x',
])(
  'the password of %s ends too early, and no part of it is shown, also not as the host that the driver looks for',
  (broken) => {
    expect(hasBrokenPassword(broken)).toBe(true);
    const cause = failure('ENOTFOUND', 'getaddrinfo ENOTFOUND half');
    const explained = explainPostgresError(cause, broken, 'ASSAY_PG_URL') as Error;
    expect(explained.message).toMatch(/^the password in ASSAY_PG_URL ends too early; .*PGPASSWORD/);
    expect(explained.message).not.toMatch(/half|other/);
    expect(explained.cause).toBeUndefined();
  },
);

test.each(['postgres://a:p@q@db:5432/x', 'postgres://a:p%2Fq@db/x', 'postgres://a@db/x?application_name=one@two'])(
  'the password of %s is whole',
  (whole) => expect(hasBrokenPassword(whole)).toBe(false),
);

test('an error about something else stays as it is', () => {
  const error = failure('22P02');
  expect(explainPostgresError(error, url, 'ASSAY_PG_URL')).toBe(error);
});

test('only an error that may end by itself counts as unavailable', () => {
  expect(['ECONNREFUSED', 'ENOTFOUND', '57P03'].map((code) => isPostgresUnavailable(failure(code)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isPostgresUnavailable(new Error('timeout expired'))).toBe(true);
  expect(['28P01', '3D000', ''].map((code) => isPostgresUnavailable(failure(code)))).toEqual([false, false, false]);
});

test.each([
  ['ENOTFOUND', 'the name db.example has no address yet (ENOTFOUND)'],
  ['EAI_AGAIN', 'the name db.example has no address yet (EAI_AGAIN)'],
  ['57P03', 'PostgreSQL at db.example:5433 is starting or stopping (57P03)'],
  ['ECONNREFUSED', 'PostgreSQL at db.example:5433 does not answer yet (ECONNREFUSED)'],
])('a service that waits because of %s names what is not there yet, and advises no correction', (code, cause) => {
  expect(postgresWaitCause(failure(code), url, 'ASSAY_PG_URL')).toBe(cause);
});

test('a wait for something that does not come by itself says what to correct', () => {
  expect(postgresWaitCause(failure('28P01'), url, 'ASSAY_PG_URL')).toContain('correct the user and the password');
  const broken = 'postgres://a:b@half/c#other@db:5432/x';
  const cause = postgresWaitCause(failure('ENOTFOUND', 'getaddrinfo ENOTFOUND half'), broken, 'ASSAY_PG_URL');
  expect(cause).toMatch(/^the password in ASSAY_PG_URL ends too early/);
  expect(cause).not.toMatch(/half|other/);
  expect(postgresWaitCause(failure('22P02', 'wrong text'), url, 'ASSAY_PG_URL')).toBe('wrong text');
});
