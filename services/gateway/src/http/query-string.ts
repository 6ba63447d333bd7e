import { nearestHint, nearestName } from '@assay/catalog/nearest-name';
import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';

/** Maximum number of code points of a caller's name that an error repeats. */
const maxNameCharacters = 64;
const noFields = 'this operation takes no fields; leave it out';

/**
 * Refuses a query string, because no operation reads one. A caller who put `minLevel` there would get a lower level
 * without noticing. Throws INVALID_PARAM that names the first field and says where the fields of the operation belong.
 *
 * @param target the request's path with its query string.
 * @param bodyFields an object with the names that the operation's body has; absent for an operation without a body.
 */
export function refuseQueryString(target: string, bodyFields: Readonly<Record<string, unknown>> | undefined): void {
  const start = target.indexOf('?');
  const [name] = start === -1 ? [] : new URLSearchParams(target.slice(start + 1)).keys();
  if (name === undefined) {
    return;
  }
  const shown = cleanText(name, maxNameCharacters);
  const remedy = bodyFields === undefined ? noFields : remedyInBody(name, Object.keys(bodyFields));
  throw new Fault('INVALID_PARAM', `the query string has "${shown}", which is not read: ${remedy}`, {
    extra: { param: shown },
    mendable: false,
  });
}

function remedyInBody(name: string, bodyFields: readonly string[]): string {
  return bodyFields.includes(name)
    ? 'send it as a field of the JSON body'
    : `send fields in the JSON body${nearestHint(nearestName(name, bodyFields)) || `; it takes ${bodyFields.join(', ')}`}`;
}
