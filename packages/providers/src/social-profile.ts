import { platformOf, type SocialPlatform } from '@assay/catalog/social-accounts';
import type { ProviderReading, ProviderResponse, QuestionParams } from './define.ts';
import { counterReading, malformed, unknownEntity } from './readings.ts';

/** The counts of a profile, as the texts of their literals. An absent one is not counted or not shown. */
export type ProfileCounts = Readonly<Partial<Record<'followers' | 'following' | 'posts', string | undefined>>>;

/** Whether a question is about an account of a platform. */
export function isOnPlatform(params: QuestionParams, platform: SocialPlatform): boolean {
  const choice = platformOf(params);
  return choice.ok && choice.platform === platform;
}

/**
 * Returns the reading of a profile. A profile with another handle or another id than the question is an unknown entity,
 * so that a reused name never delivers another account's counts. The datum adds an id that was not given.
 * @param handle the profile's handle in the form of the question.
 * @param userId the profile's id in the form of the question.
 */
export function profileReading(
  response: ProviderResponse,
  params: QuestionParams,
  { handle, userId, counts }: { readonly handle: string; readonly userId: string; readonly counts: ProfileCounts },
): ProviderReading {
  const { handle: asked, user_id: askedId = userId, metric = 'followers' } = params;
  if (handle.toLowerCase() !== asked || userId !== askedId) {
    return unknownEntity;
  }
  const count = Object.hasOwn(counts, metric) ? counts[metric as keyof ProfileCounts] : undefined;
  return count === undefined
    ? malformed(`no ${metric} count`)
    : counterReading(response, count, (value) => ({ handle: asked, user_id: askedId, metric, value }));
}
