import type { NextFunction, Request, Response } from 'express';

const hstsSeconds = 31_536_000;

/**
 * Returns middleware that sets the headers which restrict a page. Scripts come only from the dashboard's own files.
 * Styles may be inline, because the component library sets them at run time. No site may frame a page.
 */
export function securityHeaders(baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    if (isSecure) {
      response.setHeader('Strict-Transport-Security', `max-age=${hstsSeconds}`);
    }
    next();
  };
}
