import {existsSync} from 'node:fs';
import {chromium, type Browser} from 'playwright-core';
import {defined} from '../../spec/defined.ts';

/** The browser that is there: the one of the environment, of the system, or of `playwright-core`. */
export const program = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  chromium.executablePath(),
].find((path) => path !== undefined && path !== '' && existsSync(path));

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

/** Starts the browser. @throws Error where there is none */
export const launched = (): Promise<Browser> =>
  chromium.launch({executablePath: defined(program, 'Chromium'), args: FLAGS});
