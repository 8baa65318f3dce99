import { isIPv6 } from 'node:net';
import os from 'node:os';

/** The addresses of this machine that others can reach it by; link-local ones are valid with the name of an interface only. */
function listNetworkAddresses(): string[] {
  const addresses = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return addresses
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
}

/**
 * The URLs at which the site works when the edge listens on `host` (FARELINE_HOST), the main one first. Writes are accepted from
 * their pages only, since a page of any other name could be another site's.
 */
export function listSiteUrls(host: string | undefined, port: number): string[] {
  const listHosts = (): string[] => {
    const local = ['localhost', '127.0.0.1'];
    if (!host || local.includes(host)) return local;
    if (host === '::') return [...local, ...listNetworkAddresses()];
    // All addresses of IPv4 only.
    return host === '0.0.0.0'
      ? [...local, ...listNetworkAddresses().filter((name) => !isIPv6(name))]
      : [host];
  };
  return listHosts().map((name) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`);
}
