/**
 * Writes a JSON object in the order of the fields. The values are already JSON text, such as exact amounts and the
 * engine's data. Parsing them would take time and could lose digits.
 *
 * @param fields the values by name. Undefined values are left out.
 */
export function jsonObject(fields: Readonly<Record<string, string | undefined>>): string {
  let text = '';
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) {
      text += `${text === '' ? '' : ','}${nameText(name)}:${value}`;
    }
  }
  return `{${text}}`;
}

/** Cache of field names as JSON text. The names are constants of this service, so there are few. */
const nameTexts = new Map<string, string>();

function nameText(name: string): string {
  const known = nameTexts.get(name);
  if (known !== undefined) {
    return known;
  }
  const text = JSON.stringify(name);
  nameTexts.set(name, text);
  return text;
}
