import ipaddr from 'ipaddr.js';

/**
 * The network by which rate limits count an address: an IPv4 address itself, also when mapped into IPv6
 * (::ffff:192.0.2.1); for IPv6 the /64, the smallest network that one customer gets.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/%.*$/, ''); // a zone id is local to this machine
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
