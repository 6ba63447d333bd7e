import { z } from 'zod';

const integer = z.union([z.number().int(), z.string().regex(/^-?\d+$/)]).transform(String);
const text = z.string().default('');

const attemptSchema = z.object({
  provider: z.string(),
  role: text,
  outcome: text,
  asked_at_ms: integer.default('0'),
  received_at_ms: integer.default('0'),
  source_at_ms: integer.default('0'),
  data_json: text,
  detail: text,
  cost_micros: integer.default('0'),
  http_status: z.number().default(0),
  coalesced: z.boolean().default(false),
  update: z.object({ path: text, id: text, received_at_ms: integer.default('0') }).nullish(),
});

const pairSchema = z.object({
  one: text,
  other: text,
  verdict: text,
  nats: z.number().default(0),
  observations: z.number().default(0),
  since_ms: integer.default('0'),
  measured_on: text,
  max_share_parts: z.number().default(0),
  reason: text,
});

const decisionSchema = z.object({
  decided_at_ms: integer.default('0'),
  account_id: text,
  type: text,
  params_json: text,
  outcome: text,
  level: text,
  required: text,
  source: text,
  origin: text,
  data_json: text,
  reason: text,
  source_cost_micros: integer.default('0'),
  total_cost_micros: integer.default('0'),
  latency_ms: z.number().default(0),
  attempts: z.array(attemptSchema).default([]),
  independence: z.array(pairSchema).default([]),
  resolution: z
    .object({ model: text, confidence: z.number().default(0), fallback_reason: text })
    .nullish()
    .transform((resolution) => resolution ?? undefined),
});

/** A stored decision, in the shape of `assay.events.v1.Decision`. Amounts and times are decimal strings. */
export type Decision = z.infer<typeof decisionSchema>;

/** A request to one provider with its result, as the stored decision contains it. */
export type RecordedAttempt = z.infer<typeof attemptSchema>;

/** The independence of two providers at the time of the decision. */
export type RecordedPair = z.infer<typeof pairSchema>;

/** Parses the JSON that the engine returns for a decision. Throws when it has another shape. */
export function parseDecision(json: string): Decision {
  return decisionSchema.parse(JSON.parse(json));
}
