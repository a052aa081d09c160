import ipaddr from 'ipaddr.js';

/**
 * The network that limits count an address for: an IPv4 address itself, also when it comes mapped into IPv6
 * (::ffff:192.0.2.1); of IPv6 the /64, which is the least that one customer is given.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/%.*$/, ''); // a zone, of this machine alone
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
