/** Characters with which a spreadsheet begins a formula. */
const formulaStart = /^[=+@\t\r]/;

/**
 * Returns one line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets a leading quote. Otherwise
 * the name of a key or an account could run as code on the machine of another member.
 */
export function csvLine(cells: readonly string[]): string {
  const texts = cells.map((cell) => {
    const text = formulaStart.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}
