import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import { serveRpc } from '@assay/service/rpc-server';
import { runService } from '@assay/service/run';
import { gateConfig } from './config.ts';
import { gateHandlers } from './handlers.ts';
import { createJudge } from './judge.ts';

const readyWithinMs = 400;

await runService({
  name: 'gate',
  config: gateConfig,
  start: async (config, tools) => {
    const engine = connect(services.engine, config.ASSAY_ENGINE_ADDRESS, {
      streamed: ['VerifySwap'],
      idempotent: ['VerifySwap'],
    });
    tools.defer('engine client', engine.close);
    tools.check('engine', () => engine.ready(readyWithinMs));
    const judged = tools.metrics.counter('assay_gate_decisions_total', 'Trades judged, by decision.', ['decision']);
    const judge = createJudge({ engine: engine.methods, now: () => performance.now() });
    const handlers = gateHandlers(judge, (decision) => judged.inc({ decision }));
    return { rpc: await serveRpc(services.gate, handlers, config, tools) };
  },
});
