import { readFileSync } from 'node:fs';
import { parse } from 'lossless-json';
import type { TypeAdapter, Provider, ProviderResponse, ProviderReading } from '../define.ts';

/** Parses JSON as the engine does: every number stays the text of its literal. */
export function parseExact(text: string): unknown {
  return parse(text, undefined, (literal) => literal);
}

/**
 * Returns a provider's recorded answer in the form that its adapter reads. Throws when the file is not a recording of
 * an HTTP answer.
 * @param fixture the file's URL.
 * @param receivedAtMs the pretended time of arrival, in milliseconds since the Unix epoch.
 */
export function recordedAnswer(fixture: URL, receivedAtMs = 0): ProviderResponse {
  const file = parseExact(readFileSync(fixture, 'utf8')) as { status?: string; body?: unknown; raw?: string };
  const status = Number(file.status);
  if (!Number.isInteger(status)) {
    throw new Error(`${fixture.pathname} holds no HTTP status`);
  }
  return { status, body: file.raw === undefined ? file.body : parseExact(file.raw), receivedAtMs };
}

/** Returns an HTTP answer in the form that an adapter reads. A text that is not JSON gives an answer without a body. */
export function answered(status: number, text: string, receivedAtMs = 0): ProviderResponse {
  try {
    return { status, body: parseExact(text), receivedAtMs };
  } catch {
    return { status, body: undefined, text, receivedAtMs };
  }
}

/** Returns a provider's adapter for one data type. Throws when there is none. */
export function answerOf(provider: Provider, type: string): TypeAdapter {
  const answer = provider.adapters.find((each) => each.type === type);
  if (answer === undefined) {
    throw new Error(`${provider.id} does not answer ${type}`);
  }
  return answer;
}

/** Returns the kind and detail of a reading without a datum, as one text for comparison. */
export function faultOf(reading: ProviderReading): string {
  return 'detail' in reading ? `${reading.kind}: ${reading.detail}` : reading.kind;
}
