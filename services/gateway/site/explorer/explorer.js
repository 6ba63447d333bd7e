import { fieldsOf, operationsOf, variantsOf } from './openapi-fields.js';

/** The API explorer: lists the operations of the OpenAPI document, each with a form that sends it. */
const keyInput = document.querySelector('#key');
const list = document.querySelector('#list');
const holder = document.querySelector('#operations');

show().catch(() => {
  holder.append('The OpenAPI document could not be loaded. Reload the page.');
});

async function show() {
  const api = await (await fetch('/v1/openapi.json')).json();
  const operations = operationsOf(api);
  list.append(...operations.map(({ id, summary }) => element('li', {}, element('a', { href: `#${id}` }, summary))));
  holder.append(...operations.map((operation) => section(api, operation)));
  holder.removeAttribute('aria-busy');
  // The browser looked for the section named in the URL before this script created it.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Returns an element with properties and children. Texts are never read as HTML. */
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function section(api, operation) {
  const { id, method, path, summary, description } = operation;
  return element(
    'section',
    { id, className: 'operation', ariaLabel: summary },
    element('h2', {}, summary),
    element('p', {}, element('span', { className: 'method' }, method), element('code', {}, path)),
    element('p', {}, ...marked(description)),
    element('div', { className: 'sides' }, reference(api, operation), callForm(operation)),
  );
}

/** The fields of the request and of the answer, and the meaning of each status. */
function reference(api, { body, responses, success }) {
  const parts = [];
  if (body !== undefined) {
    parts.push(element('h3', {}, 'Fields of the request'), fieldList(fieldsOf(api, body.schema)));
  }
  const answers = success === undefined ? [] : variantsOf(api, success);
  if (answers.length > 0) {
    const lists = answers.flatMap(({ title, fields }) => [element('h4', {}, title), fieldList(fields)]);
    parts.push(element('details', {}, element('summary', {}, 'Fields of the answer'), ...lists));
  }
  const statuses = Object.entries(responses).map(([status, { description }]) =>
    element(
      'details',
      {},
      element('summary', {}, `${status} `, element('span', { className: 'muted' }, shortMeaning(description))),
      ...description.split('\n\n').map((text) => element('p', {}, ...marked(text))),
    ),
  );
  return element('div', { className: 'responses' }, ...parts, element('h3', {}, 'Statuses'), ...statuses);
}

/** Returns the error codes that a status can have, or the first sentence about it. */
function shortMeaning(description) {
  const codes = [...description.matchAll(/`([A-Z_]+)`:/g)].map(([, code]) => code);
  return description.startsWith('`') ? codes.join(', ') : description.split(/[.:]\s/, 1)[0].replaceAll('`', '');
}

function fieldList(fields) {
  const rows = fields.map(({ name, kind, isRequired, description }) => {
    const title = [element('code', {}, name), ` ${kind} `];
    return element(
      'div',
      {},
      element('dt', {}, ...title, ...(isRequired ? [element('span', { className: 'required' }, 'required')] : [])),
      element('dd', {}, ...marked(description)),
    );
  });
  return element('dl', { className: 'fields' }, ...rows);
}

/**
 * A form that sends the operation with the visitor's key. At first it contains the example of a token price, or else
 * the first example.
 */
function callForm(operation) {
  const { id, method, path, body, pathParams, queryParams } = operation;
  const inputOf = (name, required) => [name, element('input', { id: `${id}-${name}`, required })];
  const inputs = pathParams.map((name) => inputOf(name, true));
  const queryInputs = queryParams.map((name) => inputOf(name, false));
  const text = element('textarea', { id: `${id}-body`, spellcheck: false });
  const examples = Object.entries(body?.examples ?? {});
  const choice = element('select', { id: `${id}-example` }, ...examples.map(([name]) => element('option', {}, name)));
  // A price is the example that most people try first.
  choice.value = examples.some(([name]) => name === 'token.price') ? 'token.price' : (examples[0]?.[0] ?? '');
  const useExample = () => {
    text.value = JSON.stringify(examples[choice.selectedIndex]?.[1]?.value ?? {}, undefined, 2);
    text.rows = rowsOf(text.value);
  };
  choice.addEventListener('change', useExample);
  useExample();
  const output = element('div', { role: 'status' });
  const send = element('button', { type: 'submit' }, 'Send');
  const form = element('form', { className: 'call', ariaLabel: `Send: ${operation.summary}` });
  inputs.forEach(([name, input]) => form.append(element('label', { htmlFor: input.id }, name), input));
  queryInputs.forEach(([name, input]) =>
    form.append(element('label', { htmlFor: input.id }, `${name} (optional)`), input),
  );
  if (examples.length > 1) {
    form.append(element('label', { htmlFor: choice.id }, 'Example'), choice);
  }
  if (body !== undefined) {
    form.append(element('label', { htmlFor: text.id }, 'Body'), text);
  }
  form.append(send, output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const filled = inputs.reduce((at, [name, input]) => at.replace(`{${name}}`, encodeURIComponent(input.value)), path);
    const query = String(
      new URLSearchParams(queryInputs.map(([name, { value }]) => [name, value]).filter(([, value]) => value !== '')),
    );
    const url = query === '' ? filled : `${filled}?${query}`;
    send.disabled = true;
    run({ method, url, text: body === undefined ? undefined : text.value }, output)
      .catch(() => output.replaceChildren('The service did not answer. Check your connection and try again.'))
      .finally(() => {
        send.disabled = false;
      });
  });
  return form;
}

/** Returns the number of rows that show a text without scrolling. A long line wraps, and takes two rows. */
function rowsOf(text) {
  return Math.max(
    6,
    text.split('\n').reduce((rows, line) => rows + (line.length > 48 ? 2 : 1), 1),
  );
}

async function run({ method, url, text }, output) {
  const key = keyInput.value.trim();
  if (key === '') {
    output.replaceChildren('Enter your API key at the top of the page first.');
    keyInput.focus();
    return;
  }
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const startedAt = performance.now();
  const response = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const answer = await response.text();
  const tookMs = Math.round(performance.now() - startedAt);
  const remaining = response.headers.get('ratelimit-remaining');
  const limit = remaining === null ? '' : ` ${remaining} calls left this minute.`;
  output.replaceChildren(
    element('p', {}, `HTTP ${response.status} in ${tookMs} ms.${limit}`),
    element('pre', {}, pretty(answer)),
    element(
      'details',
      {},
      element('summary', {}, 'The same call with curl'),
      element('pre', {}, curlOf({ method, url, text })),
    ),
  );
}

function curlOf({ method, url, text }) {
  const body =
    text === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${text.replaceAll("'", `'\\''`)}'`];
  const parts = [
    `curl -s${method === 'GET' || method === 'POST' ? '' : ` -X ${method}`} ${location.origin}${url}`,
    '-H "Authorization: Bearer $ASSAY_API_KEY"',
    ...body,
  ];
  return parts.join(' \\\n  ');
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Returns the nodes of a text in which backquotes mark code. */
function marked(text = '') {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));
}
