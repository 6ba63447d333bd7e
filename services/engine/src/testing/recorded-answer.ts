import { readFileSync } from 'node:fs';
import { parse } from 'lossless-json';
import type { TypeAdapter, Provider, ProviderResponse, ProviderReading } from '../providers/define.ts';

/** A JSON text parsed as the engine parses it: every number literal is kept as the string that stood in the text. */
export function parseExact(text: string): unknown {
  return parse(text, undefined, (literal) => literal);
}

/**
 * A recorded answer of a provider as its adapter would be handed it. The recording's own text is used where the file
 * keeps it. Throws when the file is not a recording of an HTTP answer.
 * @param fixture the file's URL.
 * @param receivedAtMs when the answer is supposed to have arrived.
 */
export function recordedAnswer(fixture: URL, receivedAtMs = 0): ProviderResponse {
  const file = parseExact(readFileSync(fixture, 'utf8')) as { status?: string; body?: unknown; raw?: string };
  const status = Number(file.status);
  if (!Number.isInteger(status)) {
    throw new Error(`${fixture.pathname} holds no HTTP status`);
  }
  return { status, body: file.raw === undefined ? file.body : parseExact(file.raw), receivedAtMs };
}

/** An answer as a JSON text with an HTTP status, as its adapter would be handed it; a text that is no JSON has no body. */
export function answered(status: number, text: string, receivedAtMs = 0): ProviderResponse {
  try {
    return { status, body: parseExact(text), receivedAtMs };
  } catch {
    return { status, body: undefined, receivedAtMs };
  }
}

/** How a provider answers one type. Throws when it does not. */
export function answerOf(provider: Provider, type: string): TypeAdapter {
  const answer = provider.adapters.find((each) => each.type === type);
  if (answer === undefined) {
    throw new Error(`${provider.id} does not answer ${type}`);
  }
  return answer;
}

/** What `reading` says about an error: its kind and detail, for comparing. */
export function faultOf(reading: ProviderReading): string {
  return 'detail' in reading ? `${reading.kind}: ${reading.detail}` : reading.kind;
}
