import { isIP } from 'node:net';
import fastifyPlugin from 'fastify-plugin';
import { createMinuteLimit } from '../minute-limit.ts';

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
      const values = String(received).split(',');
      const plain = values.map((value) => parseForwardedAddress(value.trim()));
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
