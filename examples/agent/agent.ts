import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/**
 * An agent that uses Assay's tools over MCP. A real agent would ask a model what to do; here the plan is fixed. The tool
 * calls, the refusal and the report are the same as in a real agent.
 *
 *     ASSAY_API_KEY=asy_... ASSAY_BASE_URL=http://localhost:8080 node examples/agent/agent.ts "What is SOL worth?"
 */
const { ASSAY_API_KEY: key = '', ASSAY_BASE_URL: url = 'http://localhost:8080' } = process.env;
if (key === '') {
  throw new Error('set ASSAY_API_KEY to the demo key that make up prints');
}
const question = process.argv[2] ?? 'What is SOL worth right now?';
/** The levels to try, strongest first. An agent may lower the level only with its user's permission; this list grants it. */
const levels = ['anchored', 'consensus', 'single_source'] as const;

type Body = Readonly<Record<string, unknown>>;

const agent = new Client({ name: 'example-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
// The key is a header of the connection and never an argument of a tool, so that the model never sees it.
const requestInit = { headers: { authorization: `Bearer ${key}` } };
await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));

/** Calls a tool. Returns its structured content; throws for an error, such as a used-up limit. */
async function use(name: string, args: Record<string, unknown>): Promise<Body> {
  const result = await agent.callTool({ name, arguments: args });
  if (result.isError === true) {
    throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  }
  return result.structuredContent as Body;
}

/** Returns the decision behind an answer. The decision may appear up to two seconds after the answer. */
async function explain(traceId: unknown): Promise<Body> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await use('explain', { traceId });
    } catch (error) {
      if (attempt === 10) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

const { tools } = await agent.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}`);
for (const minLevel of levels) {
  const answer = await use('ask', { query: question, minLevel });
  console.log(`ask at ${minLevel}: ${String(answer['status'])}`);
  if (answer['status'] === 'no_source') {
    console.log(`report: nobody measures this. ${String(answer['message'])}`);
    break;
  }
  if (answer['status'] === 'delivered') {
    const { level } = answer['verification'] as { readonly level: string };
    const decision = await explain(answer['traceId']);
    const sources = (decision['sources'] as readonly { readonly source: string; readonly role: string }[])
      .map(({ source, role }) => `${source} (${role})`)
      .join(', ');
    console.log(`report: ${JSON.stringify(answer['data'])}, level ${level}, from ${sources}`);
    break;
  }
  // A refusal is an answer too: it is free and says why. The agent reports it and tries the next lower level.
  console.log(`refused: ${String(answer['reason'])}`);
}
await agent.close();
