import { get } from 'node:http';

/**
 * Exits with 0 if this container's service answers 200 on its operations port, and with 1 otherwise. The argument is
 * the path to request, `/healthz` by default. The image's HEALTHCHECK and docker compose run this program. It runs
 * often, so it loads only Node's HTTP module.
 */
const [path = '/healthz'] = process.argv.slice(2);
const timeoutMs = 4_000;
const bound = (process.env.ASSAY_BIND_HOST ?? '').replace(/^\[(.*)\]$/, '$1');
// A service listens on all addresses of its container, unless ASSAY_BIND_HOST names one.
const hosts = ['', '::', '0.0.0.0'].includes(bound) ? ['127.0.0.1', '::1'] : [bound];

function isHealthy(host) {
  return new Promise((resolve) => {
    const request = get({ host, port: process.env.ASSAY_OPS_PORT, path, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

for (const host of hosts) {
  if (await isHealthy(host)) {
    process.exit(0);
  }
}
process.exit(1);
