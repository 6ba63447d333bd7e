import { createRequire } from 'node:module';
import { reportPort } from './ipc.ts';

/**
 * Comparison: an adapter of Chainlink's external-adapter framework with one source, the sandbox's Coinbase. The framework
 * polls the source in the background and answers from its cache.
 */
const framework = '@chainlink/external-adapter-framework';
const settings = { EA_PORT: '0', EA_HOST: '127.0.0.1', METRICS_ENABLED: 'false', LOG_LEVEL: 'error' };
// The framework reads these variables when it is imported.
Object.assign(process.env, settings);
const load = createRequire(new URL('../peers/package.json', import.meta.url));

type Pair = { readonly base: string; readonly quote: string };
type Fastify = { readonly server: { readonly address: () => unknown } };
type Constructor = new (options: object) => object;
type Framework = { readonly expose: (adapter: object) => Promise<Fastify | undefined> };

const { expose } = load(framework) as Framework;
const { Adapter, AdapterEndpoint } = load(`${framework}/adapter`) as Record<'Adapter' | 'AdapterEndpoint', Constructor>;
const { HttpTransport } = load(`${framework}/transports`) as { readonly HttpTransport: Constructor };
const { InputParameters } = load(`${framework}/validation`) as {
  readonly InputParameters: new (definition: object) => object;
};

const baseURL = `${process.env['BENCH_SANDBOX_URL'] ?? ''}/coinbase`;

const transport = new HttpTransport({
  prepareRequests: (params: readonly Pair[]) =>
    params.map((pair) => ({
      params: [pair],
      request: { baseURL, url: `/products/${pair.base}-${pair.quote}/ticker` },
    })),
  parseResponse: (params: readonly Pair[], { data }: { readonly data: { readonly price: string } }) => {
    const result = Number(data.price);
    return params.map((pair) => ({ params: pair, response: { result, data: { result } } }));
  },
});
const parameter = { required: true, type: 'string', description: 'A symbol' };
const endpoint = new AdapterEndpoint({
  name: 'price',
  inputParameters: new InputParameters({ base: parameter, quote: parameter }),
  transport,
});
const api = await expose(new Adapter({ name: 'BENCHMARK', defaultEndpoint: 'price', endpoints: [endpoint] }));
reportPort(portOf(api?.server.address()));

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;
}
