type Snippet = { readonly name: string; readonly text: (apiUrl: string, body: object) => string };

/**
 * Examples that make the same call from several kinds of programs. No example contains a key, because programs read it
 * from the environment.
 */
export const snippets: readonly Snippet[] = [
  {
    name: 'curl',
    text: (apiUrl, body) =>
      [
        `curl -s ${apiUrl}/v1/get_data \\`,
        `  -H "Authorization: Bearer $ASSAY_API_KEY" -H 'Content-Type: application/json' \\`,
        `  -d ${shellQuote(JSON.stringify(body))}`,
      ].join('\n'),
  },
  {
    name: 'TypeScript',
    text: (apiUrl, body) => {
      const { type, params, ...options } = body as { readonly type: string; readonly params: object };
      const optionsText = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`;
      return [
        `import { Assay } from '@assay/client';`,
        '',
        `const assay = new Assay({ baseUrl: ${JSON.stringify(apiUrl)} });`,
        `const answer = await assay.getData(${JSON.stringify(type)}, ${JSON.stringify(params)}${optionsText});`,
        `if (answer.status === 'delivered') {`,
        `  console.log(answer.data, answer.verification.level);`,
        `}`,
      ].join('\n');
    },
  },
  {
    name: 'MCP',
    text: (_apiUrl, body) =>
      JSON.stringify({ method: 'tools/call', params: { name: 'get_data', arguments: body } }, undefined, 2),
  },
];

/** Quotes a text for a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
