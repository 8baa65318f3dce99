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

/** Who a limit counts: a network (an IPv4 address, or the /64 of an IPv6 address), the range that it is in (/24 or /48), or a visitor. */
export interface ClientName {
  kind: 'network' | 'range' | 'visitor';
  name: string;
}

/** A client by all its names; each has a limit of its own. */
export type Client = readonly ClientName[];

export function toClient(ipAddress: string): Client {
  const network = toClientNetwork(ipAddress);
  const range = toClientRange(network);
  return [{ kind: 'network', name: network }, ...(range ? [{ kind: 'range' as const, name: range }] : [])];
}

/** What one client may have, by the kind of its name; a kind that is missing has no limit. */
export type ClientMax = Partial<Record<ClientName['kind'], number>>;

/** A range may have this many times the attempts of one network of it: several clients share it, few hold all of it. (LIMIT-01) */
const rangeFactor = 4;

export const ofNetwork = (max: number) => ({ network: max, range: rangeFactor * max });

/** Adds what attempts from an IP address count for to a limit of one network: a limit of the network, and one of its range. */
export const ofClientAt = <Limit extends { max: number }>(ipAddress: string, limit: Limit) =>
  toClient(ipAddress).map(({ kind, name: subject }) => ({
    ...limit,
    subject,
    max: kind === 'range' ? rangeFactor * limit.max : limit.max,
  }));
