import { tools } from './tools.ts';

/** The operations of the HTTP API that a tool performs, each with the name of the tool. The longest path comes first. */
const operations: readonly (readonly [operation: string, tool: string])[] = tools
  .map(({ name, request }) => {
    const { method, path } = request({ id: '{id}', traceId: '{traceId}' });
    return [`${method} ${decodeURIComponent(path)}`, name] as const;
  })
  .toSorted(([a], [b]) => b.length - a.length);

/**
 * Error messages that replace those of the HTTP API, by code. The API's own messages would tell the reader to change
 * something that a tool does not have, such as a header.
 */
const ownMessages: Readonly<Record<string, string>> = {
  INVALID_KEY:
    'the API key of this connection is missing, unknown or revoked; set ASSAY_API_KEY of the MCP server, or the ' +
    'Authorization header of the connection',
};

/**
 * Returns an error message of the HTTP API in the words of the tools: a tool instead of a method and a path, and
 * arguments instead of a body.
 */
export function inToolWords(code: string, message: string): string {
  const ownMessage = Object.hasOwn(ownMessages, code) ? ownMessages[code] : undefined;
  return (
    ownMessage ??
    operations
      .reduce((text, [operation, tool]) => text.replaceAll(operation, tool), message)
      .replaceAll('the query string has', 'the arguments have')
      .replaceAll('the body has', 'the arguments have')
      .replaceAll('the body', 'the arguments')
  );
}
