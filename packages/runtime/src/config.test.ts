import { expect, test } from '@jest/globals';
import { adminConfig, baseConfig, postgresConfig, readConfig } from './config.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig(baseConfig, {})).toMatchObject({
    ASSAY_BIND_HOST: '::',
    ASSAY_OPS_PORT: 0,
    ASSAY_LOG_LEVEL: 'info',
    ASSAY_TRACE_SAMPLE_RATIO: 1,
  });
});

test('the error names every wrong variable and shows no value', () => {
  const schema = baseConfig.extend(postgresConfig.shape).extend(adminConfig.shape);
  const environment = { ASSAY_OPS_PORT: '70000', ASSAY_PG_URL: '', ASSAY_ADMIN_TOKEN: 'tooshort-secret' };
  let message = '';
  try {
    readConfig(schema, environment);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain('ASSAY_OPS_PORT');
  expect(message).toContain('ASSAY_PG_URL: is not set and has no default. PostgreSQL connection URL.');
  expect(message).toContain('ASSAY_ADMIN_TOKEN');
  expect(message).not.toContain('tooshort');
});

test('a line break at the end of a value is ignored, and a value of nothing else counts as absent', () => {
  const schema = adminConfig.extend(postgresConfig.shape);
  const url = 'postgres://user:password@db:5432/assay';
  const token = 'a token of enough characters';
  expect(readConfig(schema, { ASSAY_ADMIN_TOKEN: `${token}\n`, ASSAY_PG_URL: `${url}\r\n` })).toMatchObject({
    ASSAY_ADMIN_TOKEN: token,
    ASSAY_PG_URL: url,
  });
  expect(() => readConfig(schema, { ASSAY_ADMIN_TOKEN: '\n', ASSAY_PG_URL: url })).toThrow(
    'ASSAY_ADMIN_TOKEN: is not set',
  );
});

test.each(['user:password@db', 'mysql://db/assay', 'k1:abc', '<changeme>'])(
  'a wrong PostgreSQL URL is answered with a right one (%s)',
  (url) => {
    expect(() => readConfig(postgresConfig, { ASSAY_PG_URL: url })).toThrow(
      'ASSAY_PG_URL: must be a URL such as postgres://user:password@host:5432/assay',
    );
  },
);

test('a short token is answered with the length that it needs', () => {
  expect(() => readConfig(adminConfig, { ASSAY_ADMIN_TOKEN: 'short' })).toThrow(
    'ASSAY_ADMIN_TOKEN: must have at least 16 characters',
  );
});
