import { Fault } from './faults.ts';

/** Maximum number of levels of a body's objects and arrays. The body itself is level 1. */
const maxJsonLevels = 32;

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Throws INVALID_JSON for a value of more than 32 levels, because later steps recurse, and for a value with a string that is
 * not Unicode text, which could be neither written back nor stored.
 * @param text the JSON text of the value. A text without an escape has no lone surrogate; absent when it is not known.
 */
export function checkJsonValue(value: object, text = '\\u'): void {
  if (nestsTooDeep(value)) {
    throw new Fault(
      'INVALID_JSON',
      `the body nests more than ${maxJsonLevels} levels of objects and arrays; send a flatter object`,
    );
  }
  if (text.includes('\\u') && holdsLoneSurrogate(value)) {
    throw new Fault(
      'INVALID_JSON',
      'a string in the body has half of a surrogate pair; send complete Unicode characters',
    );
  }
}

/** Visits the value level by level. Like the search below it does not recurse. */
function nestsTooDeep(root: object): boolean {
  let level: readonly object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxJsonLevels) {
      return true;
    }
    const below: object[] = [];
    for (const value of level) {
      for (const inner of Object.values(value)) {
        if (typeof inner === 'object' && inner !== null) {
          below.push(inner as object);
        }
      }
    }
    level = below;
  }
  return false;
}

/** Looks for a lone surrogate. It does not recurse, because a small body can nest deeper than the stack. */
function holdsLoneSurrogate(root: object): boolean {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' ? loneSurrogate.test(value) : false) {
      return true;
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        left.push(name, inner);
      }
    }
  }
  return false;
}
