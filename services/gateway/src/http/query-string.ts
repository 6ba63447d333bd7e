import { nearestHint, nearestName } from '@assay/catalog/nearest-name';
import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';
import type { QueryField } from '../route.ts';

/** Maximum number of code points of a caller's name that an error repeats. */
const maxNameCharacters = 64;
const noFields = 'this operation takes no fields; leave it out';

/**
 * Refuses the query string of an operation that reads none. A caller who put `minLevel` there would get a lower level
 * without noticing. Throws INVALID_PARAM that names the first field and says where the fields of the operation belong.
 *
 * @param target the request's path with its query string.
 * @param bodyFields an object with the names that the operation's body has; absent for an operation without a body.
 */
export function refuseQueryString(target: string, bodyFields: Readonly<Record<string, unknown>> | undefined): void {
  const [name] = fieldsIn(target).keys();
  if (name !== undefined) {
    throw unread(name, bodyFields === undefined ? noFields : remedyInBody(name, Object.keys(bodyFields)));
  }
}

/**
 * Returns the fields of a query string. Throws INVALID_PARAM for a field that the operation does not have, that occurs
 * twice, or whose value is malformed.
 *
 * @param target the request's path with its query string.
 */
export function readQueryString(
  target: string,
  fields: Readonly<Record<string, QueryField>>,
): Readonly<Record<string, string>> {
  const sent = [...fieldsIn(target)];
  for (const [name, value] of sent) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      const known = Object.keys(fields);
      throw unread(name, `this operation takes ${known.join(' and ')}${nearestHint(nearestName(name, known))}`);
    }
    if (sent.filter(([other]) => other === name).length > 1) {
      throw invalid(name, `the query string has "${name}" more than once; send it once`);
    }
    if (!field.isValid(value)) {
      throw invalid(name, `"${name}" ${field.rule}`);
    }
  }
  return Object.fromEntries(sent);
}

/** Returns the fields in the query string of a target. A target without a query string has none. */
function fieldsIn(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}

function unread(name: string, remedy: string): Fault {
  const shown = cleanText(name, maxNameCharacters);
  return invalid(shown, `the query string has "${shown}", which is not read: ${remedy}`);
}

function invalid(param: string, message: string): Fault {
  return new Fault('INVALID_PARAM', message, { extra: { param }, mendable: false });
}

function remedyInBody(name: string, bodyFields: readonly string[]): string {
  return bodyFields.includes(name)
    ? 'send it as a field of the JSON body'
    : `send fields in the JSON body${nearestHint(nearestName(name, bodyFields)) || `; it takes ${bodyFields.join(', ')}`}`;
}
