import { getProviderKeys, giveBackCases, type ResponseOf } from '@fareline/contracts';
import { credentialHeader } from '@fareline/service-kit/service-client';
import { testCredential } from '@fareline/service-kit/testing';
import Fastify from 'fastify';

/**
 * HTTP stub of flights or payments, which tells accounts what live mode lacks, and of payments, which gives cases back; tests set `keys`
 * and `isDown`, and read `givenBack`.
 */
export async function startProviderKeysStub() {
  const state = {
    keys: { missing: { duffel: [], stripe: [] }, isSandbox: false } as ResponseOf<typeof getProviderKeys>,
    isDown: false,
    /** The ids of the users whose cases were given back. */
    givenBack: [] as string[],
  };
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    if (state.isDown) return reply.status(503).send('down');
    if (request.headers[credentialHeader] !== testCredential('accounts')) return reply.status(404).send();
  });
  app.get(getProviderKeys.path, async () => state.keys);
  app.post<{ Body: { user_id: string } }>(giveBackCases.path, async ({ body }) => {
    state.givenBack.push(body.user_id);
    return { success: true, message: 'The cases are given back.' };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, state, close: () => app.close() };
}
