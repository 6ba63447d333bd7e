import { stringify } from 'lossless-json';
import type { MockResponse } from '../mock-endpoint.ts';
import { refusal, type ControlSection } from './section.ts';

/** A control request: the path behind `/control`, and the body as text. */
export type ControlRequest = { readonly method: string; readonly path: string; readonly body: string };

/**
 * Answers control requests from the sections that there are.
 * @param more what the page shows beside the sections.
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
        : refusal(405, '/control is read with GET; change things at /control/<section>/<id> with PUT');
    }
    const [, name = '', id = '', ...rest] = path.split('/');
    const section = byName.get(name);
    if (section === undefined || id === '' || rest.length > 0) {
      return refusal(404, `there is no such path; it must be /control or ${paths(sections)}`);
    }
    const decoded = decode(id);
    if (decoded === undefined) {
      return refusal(400, 'the last part of the path is not validly percent-encoded');
    }
    if (method === 'PUT') {
      const given = parse(body);
      return given === undefined ? refusal(400, 'the body must be a JSON object') : section.put(decoded, given.value);
    }
    return method === 'DELETE' && section.remove !== undefined
      ? section.remove(decoded)
      : refusal(405, `${method} does nothing here; use PUT${section.remove === undefined ? '' : ' or DELETE'}`);
  };
}

/** The page, with whole numbers of any size as they are. */
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
