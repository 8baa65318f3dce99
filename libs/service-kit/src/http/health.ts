import fastifyPlugin from 'fastify-plugin';
import { withTimeout } from '../with-timeout.ts';

/** Named checks of dependencies. A check throws, or rejects, when its dependency is unavailable. */
type ReadinessChecks = Record<string, () => Promise<unknown>>;

const checkTimeoutMs = 2000;

/**
 * All replicas use the same Redis and PostgreSQL, so a restart of one of these would take all of them out of service at once;
 * requests that need it get 503 meanwhile, and the others work.
 */
const toleratedOutageMs = 15_000;

const passesInTime = async (check: () => Promise<unknown>): Promise<boolean> => {
  try {
    await withTimeout(checkTimeoutMs, check());
    return true;
  } catch {
    return false;
  }
};

/** `failing`: for a short time only, so that the service stays ready. */
type CheckState = 'ok' | 'failing' | 'down';

/** Returns a function that runs the check. It is `down` from the start until it passes, and when it fails for a while. */
function createStateReader(check: () => Promise<unknown>): () => Promise<CheckState> {
  let failingSince = -Infinity;
  let isFailing = true;
  return async () => {
    if (await passesInTime(check)) {
      isFailing = false;
      return 'ok';
    }
    if (!isFailing) failingSince = performance.now();
    isFailing = true;
    return performance.now() - failingSince < toleratedOutageMs ? 'failing' : 'down';
  };
}

interface HealthOptions {
  /** Of what all requests need. */
  checks: ReadinessChecks;
  /** Of what some requests need: their outage is told, and the replica goes on with the others. */
  partial?: ReadinessChecks;
}

/** `/health/live`: the process responds. `/health/ready`: no check is down, else 503; with the state of each check. */
export const health = fastifyPlugin<HealthOptions>(
  async (app, { checks, partial = {} }) => {
    const options = {
      logLevel: 'silent',
      schema: { hide: true },
      config: { access: 'public', load: 'unlimited' },
    } as const;
    const readers = Object.entries({ ...checks, ...partial }).map(
      ([name, check]) => [name, createStateReader(check)] as const,
    );
    app.get('/health/live', options, async () => ({ status: 'ok' }));
    app.get('/health/ready', options, async (_request, reply) => {
      const states = await Promise.all(
        readers.map(async ([name, readState]) => [name, await readState()] as const),
      );
      const isReady = states.every(([name, state]) => name in partial || state !== 'down');
      return reply
        .status(isReady ? 200 : 503)
        .send({ status: isReady ? 'ok' : 'down', checks: Object.fromEntries(states) });
    });
  },
  { name: 'health' },
);
