/**
 * Checks a running release: its public pages, and with ASSAY_API_KEY one answer. Exits with 1 and the reason when
 * something is wrong. "helm test" and docker compose run it inside the image.
 */
const base = process.env.ASSAY_BASE_URL;
const key = process.env.ASSAY_API_KEY;
const patienceMs = 60_000;
const pauseMs = 1_000;

async function call(path, init) {
  const response = await fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(15_000) });
  return { status: response.status, body: await response.json() };
}

async function check() {
  const openApi = await call('/v1/openapi.json');
  if (openApi.status !== 200) {
    throw new Error(`/v1/openapi.json answered ${openApi.status}`);
  }
  const refused = await call('/v1/types');
  if (refused.status !== 401) {
    throw new Error(`/v1/types without a key answered ${refused.status}; 401 would be right`);
  }
  if (key === undefined || key === '') {
    return 'the gateway answers; set tests.apiKeySecret to test an answer too';
  }
  const { status, body } = await call('/v1/get_data', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'token.price', params: {} }),
  });
  if (status !== 200 || body.status !== 'delivered') {
    throw new Error(`get_data answered ${status}: ${JSON.stringify(body)}`);
  }
  return `get_data: ${JSON.stringify(body.data)} at level ${body.verification.level}, ${body.verification.traceId}`;
}

const until = Date.now() + patienceMs;
let problem;
do {
  try {
    process.stdout.write(`${await check()}\n`);
    process.exit(0);
  } catch (error) {
    problem = error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
} while (Date.now() < until);
process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
process.exitCode = 1;
