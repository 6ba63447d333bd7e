import { platformOf, type SocialPlatform } from '@assay/catalog/social-accounts';
import type { ProviderReading, ProviderResponse, QuestionParams } from './define.ts';
import { counterReading, malformed, unknownEntity } from './readings.ts';

/**
 * The counts of a profile, each as the text of its literal. A count is absent when the platform does not count it or
 * does not show it.
 */
export type ProfileCounts = Readonly<Partial<Record<'followers' | 'following' | 'posts', string | undefined>>>;

/** Returns whether a question is about an account on this platform. */
export function isOnPlatform(params: QuestionParams, platform: SocialPlatform): boolean {
  const choice = platformOf(params);
  return choice.ok && choice.platform === platform;
}

/**
 * Returns the reading of a profile. If the profile's handle or id differs from the question's, the entity is unknown,
 * because a name that changed hands must never deliver another account's counts. The datum contains the id even if the
 * question has none.
 * @param handle the profile's handle, in the form that the question uses.
 * @param userId the profile's id, in the form that the question uses.
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
