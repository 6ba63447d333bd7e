import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import { systemClock } from '@assay/runtime/clock';
import { serveRpc } from '@assay/runtime/rpc-server';
import { runService } from '@assay/runtime/run';
import { gateConfig } from './config.ts';
import { gateHandlers } from './handlers.ts';
import { createJudge } from './judge.ts';

const readyTimeoutMs = 400;

await runService({
  name: 'gate',
  config: gateConfig,
  start: async (config, tools) => {
    const engine = connect(services.engine, config.ASSAY_ENGINE_ADDRESS, {
      identity: tools.identity,
      streamed: ['VerifySwap', 'DecideSwap'],
      idempotent: ['VerifySwap'],
    });
    tools.defer('engine client', engine.close);
    tools.check('engine', () => engine.ready(readyTimeoutMs), { need: 'start' });
    const decisions = tools.metrics.counter('assay_gate_decisions_total', 'Judged trades, by decision.', ['decision']);
    const judge = createJudge({ engine: engine.methods, clock: systemClock });
    const handlers = gateHandlers(judge, (decision) => decisions.inc({ decision }));
    return { rpc: await serveRpc(services.gate, handlers, config, tools) };
  },
});
