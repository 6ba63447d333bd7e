import { migrateAll } from './migrations.ts';

const url = process.env['ASSAY_PG_URL'];
if (url === undefined || url === '') {
  process.stderr.write('Set ASSAY_PG_URL to the database to migrate. "make up" migrates the local database itself.\n');
  process.exit(2);
}
const count = await migrateAll(url);
process.stdout.write(`${count} migrations applied\n`);
