import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stackFileSchema = z.object({
  billingAddress: z.string().min(1),
  engineAddress: z.string().min(1),
  adminToken: z.string().min(1),
  /** Only traces of watches need it. */
  watchAddress: z.string().optional(),
});

/** Where an operator reaches the services, and the token that shows one. */
export type Reach = z.infer<typeof stackFileSchema>;

/**
 * Finds the services: each value from its variable (ASSAY_BILLING_ADDRESS, ASSAY_ENGINE_ADDRESS, ASSAY_ADMIN_TOKEN),
 * and where there are watches ASSAY_WATCH_ADDRESS,
 * else from the stack.json of ASSAY_DATA_DIR (default `.data`). Throws an error that says what to do when neither has it.
 */
export function findServices(environment: Readonly<Record<string, string | undefined>>): Reach {
  const given = {
    billingAddress: environment['ASSAY_BILLING_ADDRESS'],
    engineAddress: environment['ASSAY_ENGINE_ADDRESS'],
    adminToken: environment['ASSAY_ADMIN_TOKEN'],
    watchAddress: environment['ASSAY_WATCH_ADDRESS'],
  };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  const complete = stackFileSchema.safeParse(set);
  if (complete.success) {
    return complete.data;
  }
  const file = join(environment['ASSAY_DATA_DIR'] || '.data', 'stack.json');
  const merged = stackFileSchema.safeParse({ ...readStackFile(file), ...set });
  if (!merged.success) {
    throw new Error(
      `no running stack: ${file} is not there or not whole. Run "make up", or set ASSAY_BILLING_ADDRESS, ` +
        'ASSAY_ENGINE_ADDRESS and ASSAY_ADMIN_TOKEN',
    );
  }
  return merged.data;
}

function readStackFile(file: string): object {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // Not there or not JSON: the caller says what to do about either.
    return {};
  }
}
