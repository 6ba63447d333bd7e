import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { plainIdentity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { expect, test } from '@jest/globals';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import { createOperatorAccess } from './operator-access.ts';
import { serveRpc } from './rpc-server.ts';

test('a service that serves operators answers ten of twenty wrong tokens, and writes a line for each', async () => {
  const lines: string[] = [];
  const closers: (() => unknown)[] = [];
  const tools = {
    log: createLogger('dashboard', 'info', { output: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics('dashboard'),
    defer: (_name: string, close: () => unknown) => closers.push(close),
    onLeave: () => undefined,
    onDrain: () => undefined,
    identity: plainIdentity,
  };
  const operators = createOperatorAccess(
    {
      service: 'dashboard',
      names: ['CreateSignInLink'],
      rootToken: 'the-token-of-root',
      findOperator: async () => undefined,
      record: async () => undefined,
      argumentsOf: () => ({}),
    },
    tools,
  );
  const handlers = { GetDiagnosis: async () => ({}), CreateSignInLink: async () => ({ url: 'https://link' }) };
  const config = { ASSAY_BIND_HOST: '127.0.0.1', ASSAY_RPC_PORT: 0, ASSAY_DRAIN_MS: 100 };
  const port = await serveRpc(services.dashboard, handlers, config, tools, operators);
  const call = async (adminToken: string): Promise<string> => {
    const client = connect(services.dashboard, `127.0.0.1:${port}`, { adminToken });
    try {
      return (await client.methods.CreateSignInLink({}, rootContext(5_000))).url;
    } catch (thrown) {
      return (thrown as { code: string }).code;
    } finally {
      client.close();
    }
  };
  expect(await call('the-token-of-root')).toBe('https://link');
  const answers: string[] = [];
  for (let tried = 0; tried < 20; tried += 1) {
    answers.push(await call(`aop_wrong_${tried}`));
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'FORBIDDEN'));
  expect(answers.slice(10)).toEqual(Array.from({ length: 10 }, () => 'RATE_LIMIT'));
  const refused = lines.filter((line) => line.includes('refused an operator call without a valid token'));
  expect(refused).toHaveLength(10);
  expect(refused[0]).toContain('"address":"127.0.0.1"');
  for (const close of closers) {
    await close();
  }
}, 20_000);
