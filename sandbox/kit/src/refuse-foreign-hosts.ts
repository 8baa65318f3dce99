import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** An IP address, or a name without a dot, such as `localhost` or that of a container: no site of the web has such a name. */
const isOwnHost = (hostname: string): boolean =>
  !hostname.includes('.') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Refuses requests for a host of the web. A site whose name leads to 127.0.0.1 (DNS rebinding) could otherwise read the mails and
 * orders of whoever opens it while the sandbox runs.
 */
export function refuseForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ hostname }, reply) => {
    if (!isOwnHost(hostname))
      return reply.code(421).send({ message: 'This server answers only on this machine.' });
  });
}
