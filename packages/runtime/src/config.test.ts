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
