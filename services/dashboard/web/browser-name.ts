/**
 * Patterns of browsers in a user agent. Edge and Opera also contain Chrome's name, and Chrome contains Safari's, so the
 * order matters.
 */
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

/**
 * Patterns of operating systems in a user agent. Android also contains the name Linux, and iPhones contain Mac OS X.
 */
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/**
 * Returns the browser and the system that a user agent names, such as "Firefox on Windows", or the user agent itself
 * when it names none.
 */
export function browserName(userAgent: string): string {
  const [, browser] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, system] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  if (browser === undefined) {
    return userAgent === '' ? 'unknown' : userAgent;
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
