import {isIP} from 'node:net';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Whether a browser's `Origin` is a page of this machine or of the mock itself; programs send none. The name that a request called
 * says nothing: a page can lead its own name here (DNS rebinding). An address cannot be led anywhere.
 * @param publicName the name that the mock was told to go by
 */
export function isOwn(origin: string | undefined, host: string | undefined, publicName: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const {hostname} = new URL(origin);
  if (LOOPBACK.test(hostname) || hostname === publicName) return true;
  return isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 && URL.canParse(`http://${host}`) && hostname === new URL(`http://${host}`).hostname;
}
