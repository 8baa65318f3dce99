import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { createMinuteLimit } from '../minute-limit.ts';

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
export const maxRequests: Readonly<Record<Exclude<Load, 'unlimited'>, number>> = {
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

/**
 * Refuses requests beyond what the process can answer soon with 503 and Retry-After, before anything else is done for them, so
 * that accepted ones stay fast. Each kind has a count of its own, so that searches take no place of a booking. (LIMIT-02)
 */
export const overload = fastifyPlugin<OverloadOptions>(
  async (app, { load: defaultLoad = 'default', limits = {} }) => {
    const admissions = new Map<Load, ReturnType<typeof createAdmission>>(
      Object.entries({ ...maxRequests, ...limits }).map(([load, max]) => [
        load as Load,
        createAdmission(max),
      ]),
    );
    const mayWarn = createMinuteLimit();

    function findLoad({ routeOptions: { config } }: FastifyRequest): Load {
      if (config.load) return config.load;
      return config.access === 'service' || config.access === 'webhook' ? 'booking' : defaultLoad;
    }

    function refuse({ log }: FastifyRequest, load: Load): AppError {
      if (mayWarn(load)) app.log.warn({ load }, 'requests are refused: too many are in progress');
      // Two lines for each refused request would be more work than the answer.
      log.level = 'silent';
      return load === 'search'
        ? new AppError('SEARCH_BUSY', { retryAfterSeconds })
        : new AppError('SERVICE_UNAVAILABLE', { message: busyText, retryAfterSeconds });
    }

    app.addHook('onRequest', (request, _reply, done) => {
      const load = findLoad(request);
      done(admissions.get(load)?.isBusy() ? refuse(request, load) : undefined);
    });
    // A request counts from when its body has arrived, so that bodies that are sent slowly take no place of others.
    app.addHook('preValidation', (request, { raw }, done) => {
      const load = findLoad(request);
      const admission = admissions.get(load);
      if (!admission) return done();
      if (admission.isBusy()) return done(refuse(request, load));
      raw.once('close', admission.add());
      done();
    });
  },
  { name: 'overload' },
);
