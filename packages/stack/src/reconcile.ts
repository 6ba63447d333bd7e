import { runReconcile } from './reconcile-command.ts';

process.exitCode = await runReconcile(process.argv.slice(2), process.env, (text) => void process.stdout.write(text));
