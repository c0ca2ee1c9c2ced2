import {isIP} from 'node:net';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Whether a browser's `Origin` is a page of this machine or of the mock's own host; programs send
 * none. That it is the name in the Host header says nothing: a page that rebinds its name to this
 * machine comes with it in both. An address cannot be rebound.
 * @param hosts names under which the mock was told to be reached
 */
export function isOwn(
  origin: string | undefined,
  host: string | undefined,
  hosts: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const {hostname} = new URL(origin);
  if (LOOPBACK.test(hostname) || hosts.includes(hostname)) return true;
  return (
    isIP(hostname.replace(/^\[|\]$/g, '')) > 0 &&
    URL.canParse(`http://${host}`) &&
    hostname === new URL(`http://${host}`).hostname
  );
}
