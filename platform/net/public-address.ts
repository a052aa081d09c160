import ipaddr from 'ipaddr.js';

/** Global unicast: outside it nothing of IPv6 is reached over the internet, whatever a table of ranges forgets. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, and yet the host that a machine in Azure stands on. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether a request of ours may be sent to an address: it is public, or `allow` (addresses or CIDRs, POSTBACK_ALLOW)
 * names it. What is no plain address is refused. An IPv4 address inside an IPv6 one (mapped) is taken for what it is;
 * the ways round by translation and tunnels (NAT64, 6to4, Teredo) are refused, since they may lead anywhere.
 */
export function addressGuard(allow: readonly string[]): (address: string) => boolean {
  const allowed = allow.map(rangeOf);
  return (text) => {
    // A zone (fe80::1%eth0) is of this machine alone.
    if (text.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)))
      return false;
    const address = ipaddr.process(text);
    return isPublic(address) || allowed.some((range) => within(address, range));
  };
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
