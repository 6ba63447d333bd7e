/**
 * Returns the path that a person requested before sign-in. Only a path of this site counts. A full URL, or a text that
 * a browser reads as one, such as "//example.com", becomes "/".
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  const origin = 'http://this.site';
  return next.startsWith('/') && URL.canParse(next, origin) && new URL(next, origin).origin === origin ? next : '/';
}
