import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { createMinuteLimit } from '../minute-limit.ts';
import { requestIdHeader } from '../request-context.ts';
import { toErrorBody } from './error-handler.ts';

/**
 * What requests are counted together. `booking`: the last to be refused. `unlimited`: never refused, such as health checks.
 */
export type Load = 'default' | 'search' | 'page' | 'booking' | 'unlimited';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes for services and webhooks are `booking` unless they say otherwise, all others `default`. */
    load?: Load;
  }
}

/**
 * How many requests of a kind a process works on at once. A search takes it less than a millisecond, so that 200 are answered soon;
 * a page loads about twenty files at once; a refused step of a booking does more harm than a slow one.
 */
const maxRequests: Readonly<Record<Exclude<Load, 'unlimited'>, number>> = {
  default: 200,
  search: 200,
  page: 400,
  booking: 1_000,
};

const retryAfterSeconds = 2;
const busyText = 'Very many people use this site right now. Please try again in a few seconds.';

/** A request that is unanswered for longer waits for a provider or another service, and not for this process. */
const workMs = 100;

/**
 * How many times `maxRequests` may be unanswered of those that began in the last second. Without this limit a process that has become so
 * slow that all of its requests seem to wait would accept more and more.
 */
const waitingFactor = 4;
const waitMs = 1_000;

interface Period {
  startedAt: number;
  unanswered: number;
}

/** Counts requests that began within the last one to two periods and are unanswered. */
function createRecentCount(periodMs: number) {
  let previous: Period = { startedAt: -Infinity, unanswered: 0 };
  let current = previous;
  return {
    count(time: number): number {
      const age = time - current.startedAt;
      if (age >= periodMs) {
        previous = age < 2 * periodMs ? current : { startedAt: -Infinity, unanswered: 0 };
        current = { startedAt: time, unanswered: 0 };
      }
      return previous.unanswered + current.unanswered;
    },
    /** Adds a request, and returns how to remove it. */
    add(): () => void {
      const period = current;
      period.unanswered += 1;
      return () => void (period.unanswered -= 1);
    },
  };
}

interface Admission {
  /** Whether the process is busy with as many requests as it may be. */
  isBusy(): boolean;
  /** Adds a request, and returns what to call when it has been answered. */
  add(): () => void;
}

/**
 * Counts the requests that a process works on.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createAdmission(max: number, now: () => number = () => performance.now()): Admission {
  const [working, waiting] = [createRecentCount(workMs), createRecentCount(waitMs)];
  return {
    isBusy() {
      const time = now();
      return working.count(time) >= max || waiting.count(time) >= max * waitingFactor;
    },
    add() {
      const ends = [working.add(), waiting.add()];
      return () => ends.forEach((end) => end());
    },
  };
}

export interface OverloadOptions {
  /** Of routes that declare none. */
  load?: Load;
  limits?: Partial<typeof maxRequests>;
}

declare module 'fastify' {
  interface FastifyReply {
    /** The request was refused because of overload. */
    isRefused: boolean;
  }
}

/** One error for all refusals of a kind: creating an error costs more than the rest of the answer. */
const toError = (load: Load): AppError =>
  load === 'search'
    ? new AppError('SEARCH_BUSY', { retryAfterSeconds })
    : new AppError('SERVICE_UNAVAILABLE', { message: busyText, retryAfterSeconds });

/**
 * Refuses requests beyond what the process can answer soon with 503 and Retry-After, before anything else is done for them, so
 * that accepted ones stay fast. Each kind has a count of its own, so that searches take no place of a booking. The answer is
 * written without the hooks and lines in the log of others: with five times the load that can be taken, most requests are refused.
 * (LIMIT-02)
 */
export const overload = fastifyPlugin<OverloadOptions & { headers: Readonly<Record<string, string>> }>(
  async (app, { load: defaultLoad = 'default', limits = {}, headers }) => {
    const kinds = new Map(
      Object.entries({ ...maxRequests, ...limits }).map(([load, max]) => [
        load as Load,
        { admission: createAdmission(max), error: toError(load as Load) },
      ]),
    );
    const mayWarn = createMinuteLimit();
    app.decorateReply('isRefused', false);

    function findLoad({ routeOptions: { config } }: FastifyRequest): Load {
      if (config.load) return config.load;
      return config.access === 'service' || config.access === 'webhook' ? 'booking' : defaultLoad;
    }

    function refuse(request: FastifyRequest, reply: FastifyReply, load: Load, error: AppError): void {
      if (mayWarn(load)) app.log.warn({ load }, 'requests are refused: too many are in progress');
      reply.isRefused = true;
      reply.errorCode = error.code;
      reply.hijack();
      const body = JSON.stringify(toErrorBody(error, request.id));
      reply.raw
        .writeHead(error.status, {
          ...headers,
          [requestIdHeader]: request.id,
          'cache-control': 'no-store',
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(Buffer.byteLength(body)),
          'retry-after': String(retryAfterSeconds),
        })
        .end(body);
    }

    app.addHook('onRequest', (request, reply, done) => {
      const load = findLoad(request);
      const kind = kinds.get(load);
      if (kind?.admission.isBusy()) refuse(request, reply, load, kind.error);
      else done();
    });
    // A request counts from when its body has arrived, so that bodies that are sent slowly take no place of others.
    app.addHook('preValidation', (request, reply, done) => {
      const load = findLoad(request);
      const kind = kinds.get(load);
      if (!kind) return done();
      if (kind.admission.isBusy()) return refuse(request, reply, load, kind.error);
      reply.raw.once('close', kind.admission.add());
      done();
    });
  },
  { name: 'overload' },
);
