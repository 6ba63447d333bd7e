import { z } from 'zod';

const provider = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lowercase letters, digits and hyphens'),
  name: z.string().min(1).max(60),
  discoveryUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});

/** An OpenID Connect provider that people may sign in with. */
export type OidcProvider = z.infer<typeof provider>;

/** Parses the JSON array of OpenID Connect providers. Error messages contain no secret. */
export const oidcProvidersSetting = z
  .string()
  .default('[]')
  .transform((text, context): OidcProvider[] => {
    try {
      const parsed = z.array(provider).safeParse(JSON.parse(text));
      if (parsed.success) {
        return parsed.data;
      }
      for (const { path, message } of parsed.error.issues) {
        const where = path.join('.');
        context.addIssue({ code: 'custom', message: where === '' ? 'must be a JSON array' : `${where}: ${message}` });
      }
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON array' });
    }
    return z.NEVER;
  });
