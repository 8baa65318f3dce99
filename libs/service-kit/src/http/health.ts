import fastifyPlugin from 'fastify-plugin';
import { withTimeout } from '../with-timeout.ts';

/** Named checks of required dependencies. A check throws, or rejects, when its dependency is unavailable. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>;

const checkTimeoutMs = 2000;

const passesInTime = async (check: () => Promise<unknown>): Promise<boolean> => {
  try {
    await withTimeout(checkTimeoutMs, check());
    return true;
  } catch {
    return false;
  }
};

/** `/health/live`: the process responds. `/health/ready`: all checks pass, else 503 with the result of each check. */
export const health = fastifyPlugin<{ checks: ReadinessChecks }>(
  async (app, { checks }) => {
    const options = { logLevel: 'silent', schema: { hide: true }, config: { access: 'public' } } as const;
    app.get('/health/live', options, async () => ({ status: 'ok' }));
    app.get('/health/ready', options, async (_request, reply) => {
      const results = await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, (await passesInTime(check)) ? 'ok' : 'down'] as const,
        ),
      );
      const isReady = results.every(([, state]) => state === 'ok');
      return reply
        .status(isReady ? 200 : 503)
        .send({ status: isReady ? 'ok' : 'down', checks: Object.fromEntries(results) });
    });
  },
  { name: 'health' },
);
