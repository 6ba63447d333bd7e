/**
 * Returns the path that a person requested before sign-in. Only a path on this site is accepted. It returns "/" for a
 * full URL, and for a text that browsers read as one, such as "//example.com".
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  const origin = 'http://this.site';
  return next.startsWith('/') && URL.canParse(next, origin) && new URL(next, origin).origin === origin ? next : '/';
}
