import Bowser from 'bowser';
import type {Device, SessionData} from '../store/auth-sessions/session-data.ts';

/** An app sends its name, its device and its system: `Reader/4.2 (Pixel 8; Android 14)`. */
const APP = new RegExp(
  String.raw`^(?!Mozilla/|Opera/|Dalvik/)(?<name>[^/()]{1,100})/(?<version>[^\s()]{1,50}) ` +
    String.raw`\([^;()]{1,200}; (?<os>Android|iOS|iPadOS)[ /](?<osVersion>[\d.]{1,20})\)`,
);

/** The number of characters of a user-agent string that are parsed, because its length is unlimited. */
const PARSED = 512;

/** The properties of a session in a user-agent string; what it does not contain is `Unknown`. */
export function sessionDataOf(userAgent: string): SessionData {
  const app = APP.exec(userAgent)?.groups;
  return app ? mobileData(app, userAgent) : webData(userAgent);
}

const mobileData = (
  {name = '', version = '', os = '', osVersion = ''}: Record<string, string>,
  raw: string,
): SessionData => ({
  type: 'mobile',
  app_name: name,
  app_version: version,
  os,
  os_version: osVersion,
  raw,
});

const DEVICES: Record<string, Device> = {mobile: 'Mobile', tablet: 'Tablet'};

function webData(raw: string): SessionData {
  // Bowser refuses an empty text.
  const {browser, os, platform} = Bowser.parse(raw.slice(0, PARSED) || 'Unknown');
  return {
    type: 'web',
    browser: browser.name || 'Unknown',
    device: DEVICES[platform.type ?? ''] ?? 'Desktop',
    os: os.name || 'Unknown',
    raw,
  };
}
