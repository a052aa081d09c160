import ipaddr from 'ipaddr.js';

/** Global unicast: no IPv6 address outside this range is routed on the internet, even if a range table misses it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Formally public, but the host of a virtual machine in Azure. */
const AZURE_HOST = '168.63.129.16';

/**
 * Returns a check whether requests may go to an address: it is public, or in `allow` (addresses or CIDRs,
 * POSTBACK_ALLOW). Text that is no plain address is refused. An IPv4 address mapped into IPv6 is checked as IPv4.
 * Translation and tunnel addresses (NAT64, 6to4, Teredo) are refused, because they can lead to any address.
 */
export function addressGuard(allow: readonly string[]): (address: string) => boolean {
  const isAllowed = addressIn(allow);
  return (text) => {
    const address = parsed(text);
    return address !== null && (isPublic(address) || isAllowed(text));
  };
}

/** Returns a check whether an address is in one of these addresses or CIDRs. */
export function addressIn(ranges: readonly string[]): (address: string) => boolean {
  const parsedRanges = ranges.map(rangeOf);
  return (text) => {
    const address = parsed(text);
    return address !== null && parsedRanges.some((range) => within(address, range));
  };
}

function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone id (fe80::1%eth0) is local to this machine.
  if (text.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)))
    return null;
  return ipaddr.process(text);
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv4 ? [address, 32] : [address, 128];
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 ? address.toString() !== AZURE_HOST : address.match(globalUnicast);
}
