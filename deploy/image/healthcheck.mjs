/**
 * Exits with 0 if this container's service answers 200 on its operations port, and with 1 otherwise. The path is the first
 * argument; /healthz without one. The image's HEALTHCHECK and docker compose run it.
 */
const [path = '/healthz'] = process.argv.slice(2);
// A service listens on all addresses of the container, unless ASSAY_BIND_HOST names one. "localhost" is both loopback addresses.
const bound = (process.env.ASSAY_BIND_HOST ?? '').replace(/^\[(.*)\]$/, '$1');
const named = bound.includes(':') ? `[${bound}]` : bound;
const host = ['', '[::]', '0.0.0.0'].includes(named) ? 'localhost' : named;
const url = `http://${host}:${process.env.ASSAY_OPS_PORT}${path}`;
const response = await fetch(url, { signal: AbortSignal.timeout(2_500) }).catch(() => undefined);
process.exitCode = response?.status === 200 ? 0 : 1;
