import fastifyPlugin from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '@fareline/contracts';
import { errorCodes } from '@fareline/contracts/errors';
import { AppError, limitNames, type LimitName } from '../app-error.ts';
import { isSameSecret } from './is-same-secret.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry for a service's additional metrics: `new Counter({ registers: [app.metrics], ... })`. */
    metrics: Registry;
    /** Counts an answer with an error code, also of a request that was refused before Fastify. */
    countError(code: ErrorCode | undefined, limit: LimitName | undefined): void;
  }
}

export interface MetricsOptions {
  /** Required as `Authorization: Bearer <token>`. `undefined` makes the metrics public, `false` disables the endpoint. */
  token: string | undefined | false;
}

/** In seconds. An order at the provider may take up to 130 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 130];

/**
 * `GET /metrics` in the Prometheus text format: process metrics, `http_request_duration_seconds` by method, route and
 * status, `http_errors_total` by error code, and `limit_refusals_total` by limit. Routes are patterns, never URLs, so that requests cannot create time series.
 */
export const metrics = fastifyPlugin<MetricsOptions>(
  async (app, { token }) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    app.decorate('metrics', registry);
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of answered requests, without those refused because of overload.',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers: [registry],
    });
    const errors = new Counter({
      name: 'http_errors_total',
      help: 'Answers with an error code.',
      labelNames: ['code'],
      registers: [registry],
    });
    const refusals = new Counter({
      name: 'limit_refusals_total',
      help: 'Requests that a limit has refused.',
      labelNames: ['limit'],
      registers: [registry],
    });
    // Prometheus sees no increase in a series that begins with its first event.
    for (const code of errorCodes) errors.inc({ code }, 0);
    for (const limit of limitNames) refusals.inc({ limit }, 0);
    app.decorate('countError', (code, limit) => {
      if (code) errors.inc({ code });
      if (limit) refusals.inc({ limit });
    });
    app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
      const route = routeOptions.url ?? 'none';
      if (!reply.isRefused)
        durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      app.countError(reply.errorCode, reply.limit);
      done();
    });
    // Public for the access check, because the handler checks the metrics token, which is not the service credential.
    const options = {
      logLevel: 'warn',
      schema: { hide: true },
      config: { access: 'public', load: 'unlimited' },
    } as const;
    app.get('/metrics', options, async (request, reply) => {
      if (token === false) throw new AppError('NOT_FOUND');
      if (token && !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
        throw new AppError('NOT_FOUND');
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  },
  { name: 'metrics' },
);
