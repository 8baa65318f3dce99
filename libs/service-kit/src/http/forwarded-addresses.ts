import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import fastifyPlugin from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import { createMinuteLimit } from '../limits/memory-window.ts';

/** What a value counts as that is no IP address: the unspecified address, one client for all of them. */
const unknownAddress = '0.0.0.0';

/** `1.2.3.4:5678`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some gateways send them. */
const addressWithPort = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** The IP address of one value of X-Forwarded-For, without port and zone. */
function parseForwardedAddress(value: string): string {
  const [, ipv4, ipv6] = addressWithPort.exec(value) ?? [];
  const [ipAddress = ''] = (ipv4 ?? ipv6 ?? value).split('%');
  return isIP(ipAddress) === 0 ? unknownAddress : ipAddress;
}

const parseForwardedFor = (header: string): string[] =>
  header.split(',').map((value) => parseForwardedAddress(value.trim()));

export type IsProxy = (ipAddress: string) => boolean;

/** Returns a function that tells whether an IP address is that of a trusted proxy. */
export function createProxyCheck(trustedProxies: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const range of trustedProxies) {
    const [network = '', prefix] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(prefix), family);
  }
  return (ipAddress) => {
    const plain = ipaddr.isValid(ipAddress) ? ipaddr.process(ipAddress).toString() : ipAddress;
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/** The IP address that Fastify finds as `request.ip`, for what is refused before Fastify. */
export function findIpAddress({ socket, headers }: IncomingMessage, isProxy: IsProxy): string {
  const header = headers['x-forwarded-for'];
  const forwarded = header ? parseForwardedFor(String(header)) : [];
  let ipAddress = socket.remoteAddress ?? unknownAddress;
  for (const next of forwarded.toReversed()) {
    if (!isProxy(ipAddress)) break;
    ipAddress = next;
  }
  return ipAddress;
}

/**
 * Makes every value of X-Forwarded-For a plain IP address before `request.ip` is read from it. With a port, or as any other text,
 * each value would be a client of its own, which no limit ends. What is no address becomes one shared client: an ignored value
 * would make the one left of it count, which the client itself may have sent. Proxies that send such values, or are missing in
 * TRUSTED_PROXIES, are logged once in a minute, since their visitors share the limits of one client. (HOST-06, LIMIT-01)
 */
export const forwardedAddresses = fastifyPlugin(
  async (app) => {
    const mayWarn = createMinuteLimit();
    const warn = (ip: string | undefined, reason: string) => {
      if (mayWarn(reason)) app.log.warn({ ip }, `X-Forwarded-* headers from ${ip} ${reason}`);
    };
    // Once for each connection, because Fastify parses all addresses each time it is asked for them.
    const checked = new WeakSet<object>();
    app.addHook('onRequest', (request, _reply, done) => {
      const { headers, socket } = request;
      const received = headers['x-forwarded-for'];
      if (!received) return done();
      const plain = parseForwardedFor(String(received));
      headers['x-forwarded-for'] = plain.join(', ');
      const hasUnknown = plain.includes(unknownAddress);
      if (hasUnknown || !checked.has(socket)) {
        checked.add(socket);
        // From a trusted proxy there are at least two: its own and the forwarded one.
        if (request.ips?.length === 1) warn(request.ip, 'are ignored: it is not in TRUSTED_PROXIES');
        else if (request.ip === unknownAddress)
          warn(socket.remoteAddress, 'have no IP address: all its visitors share the limits of one');
      }
      done();
    });
  },
  { name: 'forwarded-addresses' },
);
