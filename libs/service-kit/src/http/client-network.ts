import ipaddr from 'ipaddr.js';

const toIPv6Network = (ipAddress: string, prefix: 48 | 64): string =>
  ipaddr.IPv6.networkAddressFromCIDR(`${ipAddress}/${prefix}`).toString();

/**
 * What the limits per IP address count: an IPv4 address, or the /64 network of an IPv6 address, because one client can have
 * all addresses of its network. An IPv4 address that is mapped to IPv6 counts as the IPv4 address. (LIMIT-01)
 */
export function toClientNetwork(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const parsed = ipaddr.process(ipAddress).toString();
  return ipaddr.IPv6.isValid(parsed) ? toIPv6Network(parsed, 64) : parsed;
}

/**
 * What a client may have together: the /24 of an IPv4 address, and the /48 of an IPv6 network, because providers give a customer
 * between a /64 and a /48 (RFC 6177); undefined for anything else. (LIMIT-01)
 */
export function toClientRange(network: string): string | undefined {
  if (ipaddr.IPv6.isValid(network)) return `${toIPv6Network(network, 48)}/48`;
  const range = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1];
  return range && `${range}.0/24`;
}

/** A range may have this many times the attempts of one network of it: several clients share it, few hold all of it. (LIMIT-01) */
const rangeFactor = 4;

/** A network that requests count for, with its limit. */
export interface NetworkLimit {
  network: string;
  max: number;
}

/** The networks that requests from an IP address count for, with the limit of each: the client's network, and its range. */
export function toNetworkLimits(ipAddress: string, max: number): NetworkLimit[] {
  const network = toClientNetwork(ipAddress);
  const range = toClientRange(network);
  return [{ network, max }, ...(range ? [{ network: range, max: rangeFactor * max }] : [])];
}
