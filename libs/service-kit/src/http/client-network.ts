import ipaddr from 'ipaddr.js';

/**
 * What the limits per IP address count: an IPv4 address, or the /64 network of an IPv6 address, because one client can have
 * all addresses of its network. An IPv4 address that is mapped to IPv6 counts as the IPv4 address. (LIMIT-01, D65)
 */
export function toClientNetwork(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const parsed = ipaddr.process(ipAddress).toString();
  return ipaddr.IPv6.isValid(parsed) ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : parsed;
}

/** The /24 of an IPv4 address, whose addresses a client may have together; undefined for another network. (LIMIT-01, D65) */
export function toClientRange(network: string): string | undefined {
  const range = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1];
  return range && `${range}.0/24`;
}

/** A /24 may have this many times the attempts of one of its IPv4 addresses: several clients share it, few hold all of it. (D65) */
const rangeFactor = 4;

/** The networks that requests from an IP address count for, with the limit of each: the client's network, and for IPv4 its /24. */
export function toNetworkLimits(ipAddress: string, max: number): { network: string; max: number }[] {
  const network = toClientNetwork(ipAddress);
  const range = toClientRange(network);
  return [{ network, max }, ...(range ? [{ network: range, max: rangeFactor * max }] : [])];
}
