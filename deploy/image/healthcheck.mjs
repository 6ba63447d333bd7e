/**
 * Exits with 0 if this container's service answers 200 on its operations port, and with 1 otherwise. The path is the first
 * argument; /healthz without one. The image's HEALTHCHECK and docker compose run it.
 */
const [path = '/healthz'] = process.argv.slice(2);
const bound = (process.env.ASSAY_BIND_HOST ?? '').replace(/^\[(.*)\]$/, '$1');
// A service listens on all addresses of its container, unless ASSAY_BIND_HOST names one.
const hosts = ['', '::', '0.0.0.0'].includes(bound) ? ['127.0.0.1', '::1'] : [bound];
const answers = await Promise.all(
  hosts.map((host) => {
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${process.env.ASSAY_OPS_PORT}${path}`;
    return fetch(url, { signal: AbortSignal.timeout(2_500) }).catch(() => undefined);
  }),
);
process.exitCode = answers.some((response) => response?.status === 200) ? 0 : 1;
