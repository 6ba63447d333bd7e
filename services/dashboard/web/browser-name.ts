/** Names of browsers in a user agent. Edge and Opera name Chrome too, and Chrome names Safari, so the order matters. */
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

/** Names of systems in a user agent. Android names Linux, and iPhones name Mac OS X. */
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Returns the browser and the system that a user agent names, such as "Firefox on Windows"; else the text itself. */
export function browserName(userAgent: string): string {
  const [, browser] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, system] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  if (browser === undefined) {
    return userAgent === '' ? 'unknown' : userAgent;
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
