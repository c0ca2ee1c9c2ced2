import {createHash, X509Certificate} from 'node:crypto';
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

/**
 * Starts the browser.
 * @param trusted a certificate in PEM that signs itself, and that the browser takes all the same
 * @throws Error when there is none
 */
export function startChromium(trusted?: string): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('there is no Chromium');
  const trust = trusted === undefined ? [] : [`${TRUST}=${fingerprint(trusted)}`];
  return chromium.launch({executablePath: CHROMIUM, args: [...FLAGS, ...trust]});
}

const TRUST = '--ignore-certificate-errors-spki-list';

/** The hash of a certificate's public key, by which the browser knows it. */
function fingerprint(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({type: 'spki', format: 'der'});
  return createHash('sha256').update(key).digest('base64');
}
