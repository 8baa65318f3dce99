import { getProviderKeys, type ResponseOf } from '@fareline/contracts';
import { credentialHeader } from '@fareline/service-kit/service-client';
import { testCredential } from '@fareline/service-kit/testing';
import Fastify from 'fastify';

/** HTTP stub of flights or payments, which tells accounts what live mode lacks; tests set `keys` and `isDown`. */
export async function startProviderKeysStub() {
  const state = {
    keys: { missing: { duffel: [], stripe: [] }, isSandbox: false } as ResponseOf<typeof getProviderKeys>,
    isDown: false,
  };
  const app = Fastify({ forceCloseConnections: true });
  app.get(getProviderKeys.path, async (request, reply) => {
    if (state.isDown) return reply.status(503).send('down');
    if (request.headers[credentialHeader] !== testCredential('accounts')) return reply.status(404).send();
    return state.keys;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, state, close: () => app.close() };
}
