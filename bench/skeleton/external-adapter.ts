import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { reportPort } from './ipc.ts';

/**
 * Comparison: an adapter of Chainlink's external-adapter framework with one HTTP source. It answers a price from its cache,
 * without API keys, billing, checks or an audit. The framework is not a dependency of this project: the benchmark runs this
 * program only if the framework is installed.
 */
const framework = '@chainlink/external-adapter-framework';
const settings = { EA_PORT: '0', EA_HOST: '127.0.0.1', METRICS_ENABLED: 'false', LOG_LEVEL: 'error' };
// The framework reads these variables when it is imported.
Object.assign(process.env, settings);
const load = createRequire(import.meta.url);

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

/** A simulated provider of the price. The adapter polls it in the background. */
const provider = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"price":147.25}');
});
await new Promise<void>((resolve) => {
  provider.listen(0, '127.0.0.1', resolve);
});
const baseURL = `http://127.0.0.1:${portOf(provider.address())}`;

const transport = new HttpTransport({
  prepareRequests: (params: readonly Pair[]) =>
    params.map((pair) => ({ params: [pair], request: { baseURL, url: '/', params: pair } })),
  parseResponse: (params: readonly Pair[], { data }: { readonly data: { readonly price: number } }) =>
    params.map((pair) => ({ params: pair, response: { result: data.price, data: { result: data.price } } })),
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
