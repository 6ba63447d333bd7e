/** A code with a sentence, such as a reason of the gate. */
type CodedMessage = { readonly code: string; readonly message: string };

/** The fields that the playground shows before the JSON. Every field may be absent, because the body may be anything. */
export type PlaygroundBody = {
  readonly status?: string;
  readonly decision?: string;
  readonly reasons?: readonly CodedMessage[];
  readonly caveats?: readonly CodedMessage[];
  readonly type?: string;
  readonly data?: unknown;
  readonly reason?: string;
  readonly message?: string;
  readonly verification?: { readonly level?: string };
  readonly code?: string;
  readonly error?: string;
};

/** Returns the body of a call's response. Returns an empty body for text that is not JSON, such as a proxy's page. */
export function playgroundBody(text: string): PlaygroundBody {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Returns the title and the sentences that explain why a call got no answer: a refusal or an error. */
export function withoutAnswer(body: PlaygroundBody): { readonly title: string; readonly sentences: readonly string[] } {
  const sentences = [body.error ?? '', body.reason ?? ''].filter((each) => each !== '').map(asSentence);
  const saysUncharged = sentences.some((each) => each.includes('nothing was charged'));
  return {
    title: body.code ?? 'The request was not answered',
    sentences: saysUncharged ? sentences : [...sentences, 'Nothing was charged.'],
  };
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
