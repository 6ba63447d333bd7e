import { Assay, type Answer, type CatalogEntry } from '@assay/client';

/**
 * Prints two tables, like the cells of a notebook: the highest level that each data type can reach now, and the level that a
 * few answers really reach.
 *
 *     ASSAY_API_KEY=asy_... ASSAY_BASE_URL=http://localhost:8080 node examples/levels-table/table.ts
 */
const assay = new Assay();

/** Questions of the second table. */
const questions = [
  'What is SOL worth right now?',
  'What does ETH cost on exchanges?',
  'What is the BTC funding rate on Binance?',
  'How many people play Dota 2?',
];

/** Returns rows as lines with columns of equal width. The first row is the heading. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

function catalogRow({ type, maxLevel, providers, maxDebitCredits, capReason }: CatalogEntry): string[] {
  return [type, maxLevel, String(providers), String(maxDebitCredits), capReason ?? ''];
}

function answerRow(question: string, answer: Answer): string[] {
  switch (answer.status) {
    case 'delivered':
      return [question, answer.verification.level, answer.type, String(answer.debitedCredits)];
    case 'refused':
      return [question, 'refused', answer.type, '0'];
    case 'no_source':
      return [question, 'no source', answer.type ?? '', '0'];
  }
}

const types = await assay.types();
console.log('How far each type can be checked now\n');
console.log(
  table([['type', 'highest level', 'providers', 'credits at most', 'why not higher'], ...types.map(catalogRow)]),
);

const answers = await Promise.all(questions.map((question) => assay.ask(question)));
console.log('\nThe level of four answers\n');
const rows = answers.map((answer, index) => answerRow(questions[index] ?? '', answer));
console.log(table([['question', 'level', 'type', 'credits'], ...rows]));
