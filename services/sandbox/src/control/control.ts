import { stringify } from 'lossless-json';
import type { MockResponse } from '../mock-endpoint.ts';
import { errorResponse, type ControlSection } from './section.ts';

/** A control request: the method, the path after `/control`, and the body as text. */
export type ControlRequest = { readonly method: string; readonly path: string; readonly body: string };

/**
 * Creates the handler of control requests.
 * @param more returns further content of the control page, which belongs to no section.
 */
export function createControl(
  sections: readonly ControlSection[],
  more: () => Readonly<Record<string, unknown>>,
): (request: ControlRequest) => MockResponse {
  const byName = new Map(sections.map((section) => [section.name, section]));
  return ({ method, path, body }) => {
    if (path === '' || path === '/') {
      return method === 'GET'
        ? page({ ...Object.fromEntries(sections.map(({ name, list }) => [name, list()])), ...more() })
        : errorResponse(405, 'use GET for /control, and PUT for /control/<section>/<id>');
    }
    const [, name = '', id = '', ...rest] = path.split('/');
    const section = byName.get(name);
    if (section === undefined || id === '' || rest.length > 0) {
      return errorResponse(404, `unknown path; it must be /control or ${paths(sections)}`);
    }
    const decoded = decode(id);
    if (decoded === undefined) {
      return errorResponse(400, 'the last part of the path must be percent-encoded');
    }
    if (method === 'PUT') {
      const parsed = parse(body);
      return parsed === undefined
        ? errorResponse(400, 'the body must be a JSON object')
        : section.put(decoded, parsed.value);
    }
    return method === 'DELETE' && section.remove !== undefined
      ? section.remove(decoded)
      : errorResponse(
          405,
          `${method} is not supported here; use PUT${section.remove === undefined ? '' : ' or DELETE'}`,
        );
  };
}

/** Returns the control page as JSON. Whole numbers of any size are exact. */
function page(shown: Readonly<Record<string, unknown>>): MockResponse {
  return { status: 200, body: stringify(shown) ?? '' };
}

function paths(sections: readonly ControlSection[]): string {
  return sections.map(({ name }) => `/control/${name}/<id>`).join(' or ');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
