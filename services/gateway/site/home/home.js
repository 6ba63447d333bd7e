/** The first page: asks a question with the key of the visitor, and shows the answer with the sources behind it. */
const sentences = {
  anchored: 'The answer was checked against the chain or another primary record.',
  consensus: 'At least two independent groups of sources agreed.',
  single_source: 'No independent source confirmed the answer.',
};
/** The decision behind an answer can be read about two seconds after the answer. */
const traceAfterMs = 2_200;

const form = document.querySelector('#try');
const card = document.querySelector('#answer');
const keyInput = document.querySelector('#key');
const keyField = document.querySelector('#key-field');
const submit = form.querySelector('button[type="submit"]');

const part = (name) => card.querySelector(`[data-${name}]`);
const show = (name, text) => {
  part(name).textContent = text;
};

// The key is in the fragment, which browsers never send to a server. It leaves the address as soon as it is read.
const linkedKey = new URLSearchParams(location.hash.slice(1)).get('key');
if (linkedKey !== null) {
  keyInput.value = linkedKey;
  history.replaceState(null, '', location.pathname);
}
keyField.open = keyInput.value === '';

document.querySelectorAll('[data-question]').forEach((button) =>
  button.addEventListener('click', () => {
    form.elements.question.value = button.dataset.question;
  }),
);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit.disabled = true;
  ask(form.elements.question.value, keyInput.value.trim())
    .catch(() => showProblem('The service did not answer. Check your connection and try again.'))
    .finally(() => {
      submit.disabled = false;
    });
});

linkToDashboard().catch(() => undefined);

async function ask(query, key) {
  if (key === '') {
    keyField.open = true;
    keyInput.focus();
    showProblem('Enter an API key first.');
    return;
  }
  const response = await fetch('/v1/ask', {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const body = await response.json();
  const isSandbox = response.headers.get('x-assay-mode') === 'sandbox';
  if (body.status !== 'delivered') {
    showProblem(body.reason ?? body.message ?? body.error ?? `HTTP ${response.status}`, body);
    return;
  }
  showAnswer(body, isSandbox);
  // The sources come seconds later, and the next question does not wait for them.
  showSources(body.traceId, key).catch(() => undefined);
}

function showAnswer(body, isSandbox) {
  const { verification, data, params } = body;
  show('note', isSandbox ? `${body.type}. Sandbox: the number is simulated.` : body.type);
  show('value', grouped(mainValue(data, params)));
  show('unit', data.currency ?? '');
  show('level', verification.level.replaceAll('_', ' '));
  show('why', sentences[verification.level] ?? '');
  show('source', verification.source);
  show('cost', `${body.debitedCredits} credits`);
  show('trace', body.traceId);
  part('level').hidden = false;
  part('sources').hidden = true;
}

/** Shows a refusal or an error in the place of the value. */
function showProblem(message, body = {}) {
  show('note', body.type ?? '');
  show('value', body.status === 'refused' ? 'Refused' : 'No answer');
  show('unit', '');
  show('why', message);
  show('source', '–');
  show('cost', '0 credits');
  show('trace', body.traceId ?? '–');
  part('level').hidden = true;
  part('sources').hidden = true;
}

/** Lists what each source answered, from the decision behind the answer. */
async function showSources(traceId, key) {
  await new Promise((resolve) => {
    setTimeout(resolve, traceAfterMs);
  });
  const response = await fetch(`/v1/traces/${traceId}`, { headers: { Authorization: `Bearer ${key}` } });
  const { sources = [], params = {} } = response.ok ? await response.json() : {};
  if (part('trace').textContent !== traceId || sources.length === 0) {
    return;
  }
  const items = sources.map(({ source, role, outcome, data }) => {
    const item = document.createElement('li');
    const [name, said] = [document.createElement('span'), document.createElement('span')];
    name.textContent = source;
    const answer = data === null ? outcome.replaceAll('_', ' ') : grouped(mainValue(data, params));
    said.textContent = `${answer} (${role})`;
    said.className = 'muted';
    item.append(name, said);
    return item;
  });
  part('sources').replaceChildren(...items);
  part('sources').hidden = false;
}

/** Returns the field that answers the question: the first one that neither repeats the question nor names the subject. */
function mainValue(data, params) {
  const [, value = ''] =
    Object.entries(data).find(([name]) => !(name in params) && !['appId', 'user_id', 'asOf'].includes(name)) ?? [];
  return String(value);
}

/** Returns a number with separators between thousands. Any other text stays unchanged. */
function grouped(text) {
  const [whole, fraction] = text.split('.');
  return /^-?\d+$/.test(whole) ? [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), fraction].filter(Boolean).join('.') : text;
}

/** Shows the link to the dashboard when this deployment names one. */
async function linkToDashboard() {
  const { dashboard } = await (await fetch('/', { headers: { Accept: 'application/json' } })).json();
  if (typeof dashboard === 'string') {
    const link = document.querySelector('[data-dashboard]');
    link.href = dashboard;
    link.hidden = false;
  }
}
