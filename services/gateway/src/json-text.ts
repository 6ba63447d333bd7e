/**
 * Writes a JSON object whose values are JSON text already, in the order given. Amounts and the engine's data are exact
 * text: parsing them would cost time and could lose digits.
 * @param fields the values by name; undefined values are left out.
 */
export function jsonObject(fields: Readonly<Record<string, string | undefined>>): string {
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) {
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
    }
  }
  return `{${text}}`;
}
