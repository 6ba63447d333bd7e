import type { Stack } from '@assay/stack/stack';
import { withConnection } from './postgres-pair.ts';

type ServiceFootprint = { memoryMiB: number; cpuSeconds: number };

const mebibyte = 1_048_576;

/**
 * Returns tables in Markdown about the resources of the running system. They show the memory and CPU time of each
 * service, and the connections. They also show the rows and bytes of the tables that grow with each answer.
 */
export async function footprintOf(stack: Stack): Promise<string> {
  const services = new Map<string, ServiceFootprint>();
  for (const [name, url] of Object.entries(stack.opsUrls)) {
    const service = name.replace(/-\d+$/, '');
    const usage = services.get(service) ?? { memoryMiB: 0, cpuSeconds: 0 };
    const text = await (await fetch(`${url}/metrics`)).text();
    services.set(service, {
      memoryMiB: Math.max(usage.memoryMiB, valueOf(text, 'process_resident_memory_bytes') / mebibyte),
      cpuSeconds: usage.cpuSeconds + valueOf(text, 'process_cpu_seconds_total'),
    });
  }
  const connections = await connectionsOf(stack.postgresUrl);
  return [
    '| service | memory of the larger replica, MiB | CPU of all replicas since their start, s |',
    '| --- | --- | --- |',
    ...[...services].map(
      ([service, { memoryMiB, cpuSeconds }]) => `| ${service} | ${memoryMiB.toFixed(0)} | ${cpuSeconds.toFixed(1)} |`,
    ),
    '',
    `PostgreSQL connections: ${connections}`,
    '',
    await tableSizes(stack.postgresUrl),
  ].join('\n');
}

/** Returns the value of a metric from the text of one process's /metrics. NaN when the metric is missing. */
function valueOf(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name}{`) || each.startsWith(`${name} `));
  return Number(
    line
      ?.slice(line.lastIndexOf('}') + 1)
      .trim()
      .split(' ')[0] ?? Number.NaN,
  );
}

async function connectionsOf(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; count: string }>(
      `SELECT application_name AS name, count(*) AS count FROM pg_stat_activity
       WHERE application_name LIKE 'assay-%' GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ name, count }) => `${name} ${count}`).join(', ');
  });
}

/**
 * Returns a table in Markdown with the rows and bytes of each table that grows with each answer. The bytes include
 * indexes.
 */
export async function tableSizes(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const lines = ['| table | rows | bytes with indexes | bytes a row |', '| --- | --- | --- | --- |'];
    for (const table of ['billing.holds', 'billing.ledger', 'engine.decisions', 'watch.deliveries']) {
      const { rows } = await client.query<{ count: string; bytes: string }>(
        // Leave out partitions without rows. They have only the empty pages of their indexes, which would distort the
        // bytes per row.
        `SELECT (SELECT count(*) FROM ${table}) AS count, (
           SELECT sum(pg_total_relation_size(relid))
           FROM (SELECT relid FROM pg_partition_tree('${table}') UNION SELECT '${table}'::regclass) AS part
           WHERE pg_relation_size(relid) > 0
         ) AS bytes`,
      );
      const [count, bytes] = [Number(rows[0]?.count), Number(rows[0]?.bytes)];
      lines.push(`| \`${table}\` | ${count} | ${bytes} | ${count === 0 ? '' : Math.round(bytes / count)} |`);
    }
    return lines.join('\n');
  });
}
