import {existsSync} from 'node:fs';
import {chromium, type Browser} from 'playwright-core';

/** The browser that is there: the one of the environment, of the system, or of `playwright-core`. */
export const CHROMIUM = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  chromium.executablePath(),
].find((path) => path !== undefined && path !== '' && existsSync(path));

/** Why tests in a browser are skipped. */
export const NO_BROWSER = 'skipped where there is no Chromium: name one by CHROMIUM';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser. @throws Error when there is none */
export function startChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('there is no Chromium');
  return chromium.launch({executablePath: CHROMIUM, args: FLAGS});
}
