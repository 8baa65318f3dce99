import { listKnownBrands, type Brand, type Mode } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import Fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

/** HTTP stub of the accounts endpoints that this service calls; tests set its responses in `state`. */
export async function startAccountsStub() {
  const state = {
    mode: 'test' as Mode,
    markups: new Map([['default', 23]]),
    isDown: false,
    delayMs: 0,
  };
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => {
    if (state.isDown) await reply.status(503).send('down');
    await sleep(state.delayMs, undefined, { ref: false });
  });
  app.get('/api/system/mode', async () => ({ mode: state.mode, isLiveMode: state.mode === 'live' }));
  app.get(listKnownBrands.path, async () =>
    [...state.markups].map(
      ([id, markupPercent]) => ({ ...defaultBrand, id, pricing: { markupPercent } }) satisfies Brand,
    ),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, state, close: () => app.close() };
}
