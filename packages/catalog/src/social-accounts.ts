/** The platforms on which the service reads the counts of a profile. */
export const socialPlatforms = ['bluesky', 'farcaster', 'mastodon', 'x'] as const;

/** A platform with profiles. */
export type SocialPlatform = (typeof socialPlatforms)[number];

type AccountParams = Readonly<Partial<Record<'handle' | 'user_id' | 'platform', string>>>;

/**
 * The platform of an account. If several platforms are possible, it is instead the parameter to correct and a message
 * that says what would be unambiguous.
 */
export type PlatformChoice =
  | { readonly ok: true; readonly platform: SocialPlatform }
  | { readonly ok: false; readonly param: 'handle' | 'user_id' | 'platform'; readonly message: string };

const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const mastodonUser = /^[a-z0-9_]([a-z0-9_.-]{0,62}[a-z0-9_])?$/;
/** Farcaster names are ENS names: `name.eth`, or `name` where Farcaster itself registers it. */
const farcasterName = /^[a-z0-9][a-z0-9-]{0,62}(\.base)?(\.farcaster)?\.eth$/;
const farcasterBareName = /^[a-z0-9][a-z0-9-]{0,15}$/;
const xName = /^[a-z0-9_]{1,15}$/;
const maxDomainLength = 253;

/** Whether a text is a full domain name in lower case, such as `jay.bsky.team`. */
function isDomain(text: string): boolean {
  return text.length <= maxDomainLength && domainPattern.test(text);
}

/** Returns the user and the host of a Mastodon handle such as `gargron@mastodon.social`. Undefined for another form. */
export function mastodonHandle(handle: string): { readonly user: string; readonly host: string } | undefined {
  const [user = '', host = '', ...rest] = handle.split('@');
  return rest.length === 0 && mastodonUser.test(user) && isDomain(host) ? { user, host } : undefined;
}

/**
 * Returns the platforms whose handles have the form of this handle.
 * @param handle in lower case and without a leading `@`.
 */
export function platformsOfHandle(handle: string): readonly SocialPlatform[] {
  if (handle.includes('@')) {
    return mastodonHandle(handle) === undefined ? [] : ['mastodon'];
  }
  if (handle.includes('.')) {
    // No public top-level domain is named "eth", so such a name is never a Bluesky handle.
    return farcasterName.test(handle) ? ['farcaster'] : isDomain(handle) && !handle.endsWith('.eth') ? ['bluesky'] : [];
  }
  return [
    ...(xName.test(handle) ? (['x'] as const) : []),
    ...(farcasterBareName.test(handle) ? (['farcaster'] as const) : []),
  ];
}

const didPattern = /^did:(plc:[a-z2-7]{24}|web:[A-Za-z0-9.%:-]{1,240})$/;
const numberPattern = /^[1-9]\d{0,19}$/;
const fidPattern = /^fid:([1-9]\d{0,9})$/;

/** Returns the platforms whose user ids have the form of this user id. */
export function platformsOfUserId(userId: string): readonly SocialPlatform[] {
  if (didPattern.test(userId)) {
    return ['bluesky'];
  }
  if (fidPattern.test(userId)) {
    return ['farcaster'];
  }
  return numberPattern.test(userId) ? ['x', 'mastodon', 'farcaster'] : [];
}

/** Returns the number of a Farcaster account, from `3` or `fid:3`. Undefined for another text. */
export function farcasterId(userId: string): string | undefined {
  return fidPattern.exec(userId)?.[1] ?? (numberPattern.test(userId) ? userId : undefined);
}

const names: Readonly<Record<SocialPlatform, string>> = {
  bluesky: 'Bluesky',
  farcaster: 'Farcaster',
  mastodon: 'Mastodon',
  x: 'X',
};

/** For each platform, the forms of its handles and user ids, for error messages. */
const forms: Readonly<Record<SocialPlatform, string>> = {
  bluesky: 'a domain name such as "jay.bsky.team" and a DID',
  farcaster: 'a name such as "dwr.eth" and "fid:" with a number',
  mastodon: '"user@host" and the number of the account on that host',
  x: 'a name such as "xdevelopers" and the number of the account',
};

/**
 * Returns the platform of an account. `platform` decides when given; otherwise the forms of the handle and the user id
 * decide. A bare name with a numeric user id is an account on X. A bare name alone fits both X and Farcaster, so it
 * needs `platform`.
 * @param params the parameters, each valid by itself. An absent `user_id` means that it is unknown.
 */
export function platformOf({ handle = '', user_id: userId, platform }: AccountParams): PlatformChoice {
  const ofHandle = platformsOfHandle(handle);
  const ofBoth = ofHandle.filter((each) => userId === undefined || platformsOfUserId(userId).includes(each));
  if (platform !== undefined) {
    const namedPlatform = socialPlatforms.find((each) => each === platform);
    if (namedPlatform === undefined) {
      return { ok: false, param: 'platform', message: `must be one of ${socialPlatforms.join(', ')}` };
    }
    return ofBoth.includes(namedPlatform)
      ? { ok: true, platform: namedPlatform }
      : {
          ok: false,
          param: ofHandle.includes(namedPlatform) ? 'user_id' : 'handle',
          message: `is not one of ${names[namedPlatform]}, which has ${forms[namedPlatform]}`,
        };
  }
  const [first, ...others] = ofBoth;
  if (first === undefined) {
    const [likely = 'x'] = ofHandle;
    return {
      ok: false,
      param: 'user_id',
      message: `does not belong to a handle of this form: ${names[likely]} has ${forms[likely]}`,
    };
  }
  if (others.length > 0 && userId === undefined) {
    const list = ofBoth.map((each) => names[each]).join(' and ');
    return { ok: false, param: 'handle', message: `can be a name on ${list}; say which with "platform"` };
  }
  return { ok: true, platform: first };
}
