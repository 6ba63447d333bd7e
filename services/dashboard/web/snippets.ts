/** A call of the API: the tool, which is also the last part of its path, and its body. */
export type ExampleCall = {
  readonly tool: 'ask' | 'get_data' | 'gate';
  readonly body: Readonly<Record<string, unknown>>;
};

/** A text that makes a call from one kind of program. */
export type Snippet = { readonly name: string; readonly text: string };

/** The place of the key in snippets that do not contain one. */
const keyVariable = '$ASSAY_API_KEY';

/**
 * Returns examples that make the same call from several kinds of programs. They contain no key: programs read it from
 * the environment.
 */
export function snippetsOf(apiUrl: string, apiCall: ExampleCall): readonly Snippet[] {
  return [
    { name: 'curl', text: curlOf(apiUrl, apiCall) },
    { name: 'TypeScript', text: typeScriptOf(apiUrl, apiCall) },
    { name: 'Python', text: pythonOf(apiUrl, apiCall, `os.environ["ASSAY_API_KEY"]`) },
    { name: 'MCP', text: JSON.stringify({ method: 'tools/call', params: toolCallOf(apiCall) }, undefined, 2) },
  ];
}

/**
 * Returns examples for a new key. They contain the key, so that the first call works without any other step. Show them
 * only while the key itself is shown.
 */
export function firstCallSnippets(apiUrl: string, key: string): readonly Snippet[] {
  const apiCall: ExampleCall = { tool: 'ask', body: { query: 'What is the price of SOL?' } };
  return [
    { name: 'curl', text: curlOf(apiUrl, apiCall).replace(keyVariable, key) },
    {
      name: 'TypeScript',
      text: [
        `// npm install ${apiUrl}/downloads/assay-client.tgz`,
        typeScriptOf(apiUrl, apiCall).replace('new Assay({ ', `new Assay({ apiKey: ${JSON.stringify(key)}, `),
      ].join('\n'),
    },
    { name: 'Python', text: pythonOf(apiUrl, apiCall, JSON.stringify(key)) },
    {
      name: 'MCP',
      text: `claude mcp add --transport http assay ${apiUrl}/mcp --header "Authorization: Bearer ${key}"`,
    },
  ];
}

function curlOf(apiUrl: string, { tool, body }: ExampleCall): string {
  return [
    `curl -s ${apiUrl}/v1/${tool} \\`,
    `  -H "Authorization: Bearer ${keyVariable}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuote(JSON.stringify(body))}`,
  ].join('\n');
}

function typeScriptOf(apiUrl: string, apiCall: ExampleCall): string {
  const lines = [
    `import { Assay } from '@assay/client';`,
    '',
    `const assay = new Assay({ baseUrl: ${JSON.stringify(apiUrl)} });`,
    `const answer = await assay.${methodCallOf(apiCall)};`,
  ];
  return apiCall.tool === 'gate'
    ? [...lines, 'console.log(answer.decision, answer.reasons);'].join('\n')
    : [
        ...lines,
        `if (answer.status === 'delivered') {`,
        `  console.log(answer.data, answer.verification.level);`,
        `}`,
      ].join('\n');
}

/** Returns the call of the client's method, such as `ask("…")`. */
function methodCallOf({ tool, body }: ExampleCall): string {
  const { type, params, query, ...options } = body;
  const optionsText = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`;
  if (tool === 'ask') {
    return `ask(${JSON.stringify(query)}${optionsText})`;
  }
  return tool === 'gate'
    ? `gate(${JSON.stringify(body)})`
    : `getData(${JSON.stringify(type)}, ${JSON.stringify(params)}${optionsText})`;
}

function pythonOf(apiUrl: string, { tool, body }: ExampleCall, key: string): string {
  const isInEnvironment = key.startsWith('os.');
  return [
    isInEnvironment ? 'import json, os, urllib.request' : 'import json, urllib.request',
    '',
    `body = ${pythonLiteral(body)}`,
    'request = urllib.request.Request(',
    `    ${JSON.stringify(`${apiUrl}/v1/${tool}`)},`,
    '    data=json.dumps(body).encode(),',
    `    headers={"Authorization": "Bearer " + ${key}, "Content-Type": "application/json"},`,
    ')',
    'print(json.load(urllib.request.urlopen(request)))',
  ].join('\n');
}

/** Returns a value as a literal of Python. JSON differs from it only in the words `true`, `false` and `null`. */
function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(pythonLiteral).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`);
    return `{${entries.join(', ')}}`;
  }
  const words = new Map<unknown, string>([
    [null, 'None'],
    [true, 'True'],
    [false, 'False'],
  ]);
  return words.get(value) ?? JSON.stringify(value);
}

function toolCallOf({ tool, body }: ExampleCall): object {
  return { name: tool, arguments: body };
}

/** Quotes a text for a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
