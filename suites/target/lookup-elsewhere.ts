import type {LookupAddress} from 'node:dns';
import {lookup} from 'node:dns/promises';
import type {LookupFunction} from 'node:net';
import {isOwnMachine} from './own-machine.ts';

/** Resolves a host name to all of its addresses. @throws Error if it has none, or nobody answers */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const allAddresses: Resolve = (hostname) => lookup(hostname, {all: true});

const isOwn = ({address}: LookupAddress): boolean => isOwnMachine(address);

/**
 * The lookup of connections that must not lead to this machine: a name with an address of this machine is
 * refused with an error that says so. What was checked is what is connected to.
 */
export const lookupElsewhere =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    void elsewhere(hostname, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

async function elsewhere(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  refuseOwn(hostname, addresses);
  return addresses;
}

/** @throws Error if one of the addresses of a name belongs to this machine */
function refuseOwn(hostname: string, addresses: LookupAddress[]): void {
  const own = addresses.find(isOwn);
  if (own)
    throw new Error(
      `${hostname} has the address ${own.address}, ` +
        "which belongs to this machine's own network, not to the deployment",
    );
}

/**
 * The same refusal for connections through a proxy, which looks names up itself: a name that is unknown here may be known
 * there.
 */
export const guardElsewhere =
  (resolve: Resolve) =>
  async (hostname: string): Promise<void> =>
    refuseOwn(hostname, await resolve(hostname).catch(() => []));

/** Whether a host is this machine, by its name or by what the name resolves to. */
export async function isHere(hostname: string, resolve: Resolve): Promise<boolean> {
  if (isOwnMachine(hostname)) return true;
  const addresses = await resolve(hostname).catch(() => []);
  return addresses.some(isOwn);
}
