import { existsSync, readdirSync } from 'node:fs';
import { readLiveAnswer, type LiveAnswer } from '../recording/live-answer.ts';
import { recordedMessages, type RecordedMessage } from './recorded-messages.ts';

/** A message of a live stream, with the kinds of events that the reader found when it was recorded. */
export type LiveMessage = RecordedMessage & { readonly kinds: readonly string[] };

/** Returns the live answers of all providers below a folder, each with the name of its file. */
export function liveAnswersIn(folder: URL): readonly (readonly [name: string, answer: LiveAnswer])[] {
  return liveFiles(folder, 'fixtures').flatMap(([name, file]) => {
    const answer = readLiveAnswer(file);
    return answer === undefined ? [] : [[name, answer] as const];
  });
}

/** Returns the messages of all live streams below a folder, each with the name of its file. */
export function liveMessagesIn(
  folder: URL,
): readonly (readonly [name: string, stream: string, message: LiveMessage])[] {
  return liveFiles(folder, 'stream-fixtures').flatMap(([name, file, provider]) =>
    (recordedMessages(file) as readonly LiveMessage[]).map(
      (message) => [`${name} ${message.name}`, provider, message] as const,
    ),
  );
}

/** Returns the files that `assay record` wrote, with their names and their providers. */
function liveFiles(folder: URL, kind: string): readonly (readonly [name: string, file: URL, provider: string])[] {
  return readdirSync(folder).flatMap((provider) => {
    const providerFolder = new URL(`${provider}/${kind}/`, folder);
    const names = existsSync(providerFolder) ? readdirSync(providerFolder) : [];
    return names
      .filter((name) => name.startsWith('live-'))
      .map((name) => [`${provider}/${name}`, new URL(name, providerFolder), provider] as const);
  });
}
