import {BlockList, isIP} from 'node:net';

/** Names that lead to the machine itself, or to the metadata of cloud machines. */
const OWN_NAMES = /^(.*\.)?localhost$|^metadata\.google\.internal$/i;

/** IPv4 networks of the machine itself, and of its link, where cloud machines find their metadata. */
const OWN_NETWORKS: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
];

/**
 * What stands in IPv6 before the 32 bits of an IPv4 address: compatible with IPv4 (which `::` and `::1`
 * are as well), mapped to IPv6, translated, and translated by NAT64. BlockList knows those that are mapped.
 */
const BEFORE_IPV4 = ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];

const OWN_ADDRESSES = new BlockList();
OWN_ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
// Here cloud machines find their metadata by IPv6.
OWN_ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');
for (const [network, bits] of OWN_NETWORKS) {
  OWN_ADDRESSES.addSubnet(network, bits, 'ipv4');
  for (const before of BEFORE_IPV4) OWN_ADDRESSES.addSubnet(before + network, 96 + bits, 'ipv6');
  OWN_ADDRESSES.addSubnet(`2002:${groupsOf(network)}::`, 16 + bits, 'ipv6');
}

/** An IPv4 address as two groups of IPv6, which an address of 6to4 contains. */
function groupsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/**
 * Whether a host is this machine, or belongs to its own network: by its name or its address, without a
 * question to the DNS.
 * @param hostname in the form of `URL`, or an address
 */
export function isOwnMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|(?<!\.)\.+$/g, '');
  const version = isIP(host);
  if (version === 0) return OWN_NAMES.test(host);
  return OWN_ADDRESSES.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
