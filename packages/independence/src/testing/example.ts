import { clusters } from '../verdicts/clusters.ts';
import { createState } from '../create-state.ts';
import { observe } from '../observe.ts';

const state = createState('price:BTC-USD');
for (let poll = 1; poll <= 400; poll++) {
  const value = (60_000 + 40 * Math.sin(poll / 9) + ((poll * 7919) % 97) / 10).toFixed(1);
  for (const provider of ['venue', 'copy']) {
    observe(state, { t: poll * 3_000, provider, key: state.key, value, asOf: null, latencyMs: 50, ok: true });
  }
}
process.stdout.write(JSON.stringify(clusters(state).clusters)); // [["copy","venue"]]
