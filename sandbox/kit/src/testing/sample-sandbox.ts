import Fastify from 'fastify';
import { onTestFinished } from 'vitest';

import { applyFault } from '../apply-fault.ts';
import { CallLedger, recordCalls } from '../call-ledger.ts';
import { Clock } from '../clock.ts';
import { addControlRoutes } from '../control.route.ts';
import { FaultInput, Faults } from '../faults.ts';
import { createClosingSignal } from '../run-sandbox.ts';
import { Store } from '../store.ts';
import { createControlClient } from './index.ts';

/** Starts a provider with one call, `POST /things/:id`, which creates a record. */
export async function startSampleSandbox(stateFile?: string) {
  const app = Fastify({ forceCloseConnections: true });
  const store = new Store(stateFile);
  const things = store.collection<{ id: string }>('things');
  const deps = {
    store,
    clock: new Clock(store),
    ledger: new CallLedger(),
    faults: new Faults(),
    faultInput: FaultInput,
  };
  const closing = createClosingSignal(app);
  addControlRoutes(app, { ...deps, listRecords: () => ({ things: things.all() }), reset: () => {} });
  app.register(async (provider) => {
    recordCalls(provider, deps);
    provider.post<{ Params: { id: string } }>('/things/:id', async (request, reply) => {
      const execute = () => {
        things.put(request.params.id, { id: request.params.id });
        store.commit();
        return { status: 201, body: { id: request.params.id } };
      };
      const send = ({ status, body }: { status: number; body: object }) => void reply.code(status).send(body);
      const fault = deps.faults.take(request);
      if (!fault) send(execute());
      else {
        const buildResponse = () => ({ status: fault.status ?? 500, body: { error: fault.kind } });
        await applyFault(fault, { reply, closing, execute, buildResponse, send });
      }
      return reply;
    });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    store.close();
  };
  onTestFinished(close);
  const callControl = createControlClient(url);
  return {
    callControl,
    close,
    addFault: (fault: object) => callControl('POST', 'faults', fault),
    createThing: (id: string, signal?: AbortSignal) =>
      fetch(`${url}/things/${id}`, { method: 'POST', ...(signal && { signal }) }),
    readLedger: async () =>
      (await callControl('GET', 'ledger')) as {
        requests: { method: string; path: string; status: number | null; fault?: string }[];
        things: { id: string }[];
      },
  };
}
