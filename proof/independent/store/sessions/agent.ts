import type {Json} from '../types.ts';

/** User agents of sign-ins by hook. */
export const HOOK_AGENTS = {
  web: 'Mozilla/5.0 (X11; Linux) Firefox/128.0',
  mobile: 'Shelf/4.2 (iPhone; iOS 17.1)',
} as const;

const APP = /^(Shelf[A-Za-z]*)\/(\S+) \([^;)]*; ([A-Za-z]+) ([\d.]+)\)/;

/** Whether a user agent is the store's app. */
export function typeOfAgent(raw: string): 'web' | 'mobile' {
  return APP.test(raw) ? 'mobile' : 'web';
}

function firstMatch(raw: string, names: [RegExp, string][]): string {
  return names.find(([pattern]) => pattern.test(raw))?.[1] ?? 'Unknown';
}

function browserOf(raw: string): string {
  return firstMatch(raw, [
    [/Edg\//, 'Edge'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
}

function systemOf(raw: string): string {
  return firstMatch(raw, [
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
}

function deviceOf(raw: string): string {
  if (/iPad|Tablet/.test(raw)) return 'Tablet';
  return /Mobi|iPhone/.test(raw) ? 'Mobile' : 'Desktop';
}

/** What a user agent says of a session. */
export function sessionData(raw: string): Json {
  const app = APP.exec(raw);
  if (app === null) {
    return {type: 'web', browser: browserOf(raw), device: deviceOf(raw), os: systemOf(raw), raw};
  }
  const [, name, version, os, osVersion] = app;
  return {type: 'mobile', app_name: name, app_version: version, os, os_version: osVersion, raw};
}
