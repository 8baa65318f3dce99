import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { CallLedger } from './call-ledger.ts';
import type { Clock } from './clock.ts';
import type { Faults, ProviderFault } from './faults.ts';
import type { Store } from './store.ts';

const ClockInput = z.strictObject({ advanceMs: z.number().int() });

/** Adds a control call with a JSON body; an invalid body gets 400, a command without a result 204. */
export function addCommand<S extends z.ZodType>(
  app: FastifyInstance,
  path: string,
  schema: S,
  execute: (input: z.output<S>, request: FastifyRequest) => object | void,
): void {
  app.post(`/_sandbox/${path}`, async (request, reply) => {
    const input = schema.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    const result = execute(input.data, request);
    return result ?? reply.code(204).send();
  });
}

interface ControlDeps<F extends ProviderFault> {
  store: Store;
  clock: Clock;
  ledger: CallLedger;
  faults: Faults<F>;
  faultInput: z.ZodType<F>;
  /** The provider's records in the ledger. */
  listRecords(): object;
  /** Applies what the new time causes, for example that records expire. */
  onClockAdvanced?(): void;
  /** Clears the state that is neither in the store nor in the other dependencies. */
  reset(): void;
}

/** Routes of the control API, for tests: JSON, outside the provider's paths, without its authentication. */
export function addControlRoutes<F extends ProviderFault>(app: FastifyInstance, deps: ControlDeps<F>): void {
  const { store, clock, ledger, faults } = deps;

  app.get('/_sandbox/ledger', async () => ({ requests: ledger.entries(), ...deps.listRecords() }));

  addCommand(app, 'faults', deps.faultInput, (fault) => faults.add(fault));
  app.delete('/_sandbox/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  addCommand(app, 'clock', ClockInput, ({ advanceMs }) => {
    clock.advance(advanceMs);
    deps.onClockAdvanced?.();
    store.commit();
    return { now: clock.iso() };
  });

  app.post('/_sandbox/reset', async (_request, reply) => {
    store.clear();
    ledger.clear();
    faults.clear();
    deps.reset();
    return reply.code(204).send();
  });
}
