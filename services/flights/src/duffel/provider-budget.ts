import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitToDeadline } from '@fareline/service-kit/deadline';
import type { RedisClient } from '@fareline/service-kit/redis';
import type { Client, ClientName } from '@fareline/service-kit/limits/client';
import type { Reached } from '@fareline/service-kit/limits/per-window';
// The search thread does not load the whole kit.
import { memoryWindow } from '@fareline/service-kit/limits/memory-window';
import { redisWindow } from '@fareline/service-kit/limits/redis-window';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';
import type { BudgetCall, BudgetShare, CallLimit } from './budget-call.ts';
import { toLimitError } from './limit-error.ts';

/**
 * Share of a limit that one thread may use while Redis is down. A replica makes calls in its main thread and in its search thread,
 * so that four replicas together stay within the budget.
 */
const localShare = 1 / 8;

/**
 * The calls in the current window by what they are made for, over all replicas; together they are all calls. Those of bookings have
 * no log of their own, and are what is left of all. Rejects without Redis.
 */
export async function countBudgetCalls(
  durable: RedisClient,
  keys: Keys,
  { budgetWindow }: Pick<Durations, 'budgetWindow'>,
): Promise<Record<BudgetShare, number>> {
  const logs = [undefined, 'search', 'offers', 'details', 'payment', 'watch', 'orders'].map((share) =>
    keys.budget(share),
  );
  const counts = await redisWindow(durable, budgetWindow).sizes(logs);
  const [all = 0, search = 0, opened = 0, details = 0, payment = 0, watch = 0, orders = 0] = counts;
  // A search that ends removes its unused calls from one log after the other.
  const booking = Math.max(0, all - search - opened - payment - watch - orders);
  return { search, offers: opened - details, details, payment, booking, watch, orders };
}

export interface BudgetReservation {
  /** Consumes one reserved call, or acquires a further one; throws if the budget for early results is used up. */
  consume(): Promise<void>;
  /** Returns unused calls to the budget. */
  release(): Promise<void>;
}

interface ProviderBudget {
  /**
   * Acquires one call, waiting briefly if necessary; none for a caller that waits no longer. Throws with the seconds to wait:
   * TOO_MANY_REQUESTS over a limit of the client, else SEARCH_BUSY. (PROVIDER-07)
   */
  acquire(call: BudgetCall): Promise<void>;
  /** Reserves calls for early results, all or none; undefined if half of everybody's, or of the client's part, is in use. */
  reserve(count: number, client: Client | undefined): Promise<BudgetReservation | undefined>;
  /** Counts a call of a booking that is made in any case. */
  record(): Promise<void>;
  /** Acquires the read of an order unless visitors need the calls; returns whether it did. (LEDGER-12) */
  acquireOrderRead(): Promise<boolean>;
}

/**
 * The most calls of each share at 60 calls a minute. Those of `booking` and `watch` are kept for them; a booking may also use what the
 * others leave free. Searches and opened offers together can use the rest, 44, so that searches leave ten calls to offers, and
 * offers leave fourteen to searches. Details leave twelve of the calls of offers to those who enter the booking flow. Reads of orders
 * use calls of visitors, and only while half of these are free. (LIMIT-03, LEDGER-12)
 */
const sharesOf60: Record<BudgetShare, number> = {
  search: 34,
  offers: 30,
  details: 18,
  watch: 4,
  booking: 12,
  payment: 60,
  orders: 22,
};

/** The shares in which a call is counted. */
const countedIn = <Share extends BudgetShare>(share: Share): readonly (Share | 'offers')[] =>
  share === 'details' ? ['offers', share] : [share];

const toCalls = (perMinute: number, of60: number): number => Math.max(1, Math.floor((perMinute * of60) / 60));

/** The most calls of all, of searches and opened offers together (`visitors`), of each of both; details are opened offers. */
export function budgetLimits(perMinute: number): Record<'all' | 'visitors' | 'search' | 'offers', number> {
  const sizeOf = (share: BudgetShare) => toCalls(perMinute, sharesOf60[share]);
  return {
    all: perMinute,
    visitors: perMinute - sizeOf('booking') - sizeOf('watch'),
    search: sizeOf('search'),
    offers: sizeOf('offers'),
  };
}

/**
 * The calls of a minute that a /24 or /48 makes beside those of everybody, as each log of visitors counts them: its first search, its
 * first details and its first entry into the booking flow. (GUARD-05, GUARD-15)
 */
const firstCalls = { search: 1, offers: 2, details: 1, visitors: 3 };
type VisitorShare = Exclude<keyof typeof firstCalls, 'visitors'>;

/** The /24s and /48s at 60 calls a minute that may take what they can and leave another one its first calls. */
const rangesOf60 = 8;

const isOfVisitors = (share: BudgetShare): share is VisitorShare => share in firstCalls;

/** Calls at 60 a minute that one client leaves to others, whatever it makes calls for. (LIMIT-02) */
const othersOf60 = 12;

/** Early results can use half of everybody's calls, and half of what a client can use. */
const earlyResultsPart = 1 / 2;

/** The part of a share that one client can use, if it is no more than everybody's; a /24 or /48 leaves a quarter to others. (LIMIT-02) */
const clientParts: Record<ClientName['kind'], number> = { network: 1 / 2, range: 3 / 4, visitor: 1 / 2 };

/**
 * Rate budget of provider calls, shared by all replicas. Each share, and in it each client, has a limit. Without Redis each
 * thread continues with an eighth of every limit. (PROVIDER-06)
 */
export function createProviderBudget(
  durable: RedisClient,
  keys: Keys,
  perMinute: number,
  durations: Pick<Durations, 'budgetWindow' | 'maxBudgetWait'>,
): ProviderBudget {
  const window = redisWindow(durable, durations.budgetWindow);
  const localWindow = memoryWindow(durations.budgetWindow);

  const shareSize = (share: BudgetShare, factor = 1) => toCalls(perMinute, sharesOf60[share] * factor);
  const others = toCalls(perMinute, othersOf60);

  const ofVisitors: CallLimit = {
    key: keys.budget('visitors'),
    max: budgetLimits(perMinute).visitors,
    isOfClient: false,
  };

  /** The calls that everybody can make, of searches and offers together or of a share: all but the first ones of nine ranges. */
  function everybodys(log: keyof typeof firstCalls): number {
    const size = log === 'visitors' ? ofVisitors.max : shareSize(log);
    return Math.max(firstCalls[log], size - firstCalls[log] * (1 + toCalls(perMinute, rangesOf60)));
  }

  /** The networks and ranges of a client, whose totals are limited. A visitor without cookies is another one each time. */
  const withTotals = (client: Client) => client.filter(({ kind }) => kind !== 'visitor');

  /** The limits of a call, `part` of those of its share and its client. */
  function limitsOf(
    { share, client = [] }: Pick<BudgetCall, 'client'> & { share: BudgetShare },
    part = 1,
  ): CallLimit[] {
    const all = { key: keys.budget(), max: perMinute, isOfClient: false };
    const own = countedIn(share).map((each) => ({
      key: keys.budget(each),
      max: shareSize(each, part),
      isOfClient: false,
    }));
    return [
      all,
      ...(isOfVisitors(share) ? [ofVisitors] : []),
      ...(share === 'booking' ? [] : own),
      ...client.flatMap(({ kind, name }) =>
        countedIn(share).map((each) => ({
          key: keys.budget(each, name),
          max: Math.min(
            shareSize(each, part * clientParts[kind]),
            isOfVisitors(each) ? everybodys(each) : perMinute,
          ),
          isOfClient: true,
        })),
      ),
      // The parts of the shares together are nearly all calls.
      ...withTotals(client).map(({ name }) => ({
        key: keys.budget('client', name),
        max: perMinute - shareSize('watch') - others,
        isOfClient: true,
      })),
    ];
  }

  /** The limits of a call as the first one of its range, and then as everybody's, of which no client can make more than all. */
  function turnsOf(call: Pick<BudgetCall, 'client'> & { share: BudgetShare }, part = 1): CallLimit[][] {
    const { share, client = [] } = call;
    const limits = limitsOf(call, part);
    const range = client.find(({ kind }) => kind === 'range')?.name;
    if (range === undefined || !isOfVisitors(share)) return [limits];
    const ofClient = (max: number) =>
      withTotals(client).map(({ name }) => ({ key: keys.budget('visitors', name), max, isOfClient: true }));
    const ofAll = (key: string, max: number) => ({ key, max, isOfClient: false });
    return [
      [...limits, ...ofClient(ofVisitors.max), ofAll(keys.budget(`first ${share}`, range), 1)],
      [
        ...limits,
        ...ofClient(everybodys('visitors')),
        ofAll(keys.budget("everybody's"), Math.floor(part * everybodys('visitors'))),
        ...countedIn(share).map((each) => ofAll(keys.budget(`everybody's ${each}`), everybodys(each))),
      ],
    ];
  }

  /** Returns undefined if the calls fit into all limits. */
  async function tryAcquire(
    calls: readonly string[],
    limits: readonly CallLimit[],
  ): Promise<Reached<CallLimit> | undefined> {
    try {
      return await window.count(limits, calls);
    } catch {
      const ofThread = limits.map((limit) => ({
        ...limit,
        max: Math.max(1, Math.floor(limit.max * localShare)),
      }));
      return localWindow.count(ofThread, calls.length);
    }
  }

  /** Acquires a call in the first turn that lets it through; a refusal is that of the turn which does so soonest. */
  async function tryInTurn(call: BudgetCall): Promise<Reached<CallLimit> | undefined> {
    let soonest: Reached<CallLimit> | undefined;
    for (const limits of turnsOf(call)) {
      const refusal = await tryAcquire([randomUUID()], limits);
      if (!refusal) return undefined;
      if (!soonest || refusal.waitMs <= soonest.waitMs) soonest = refusal;
    }
    return soonest;
  }

  const record = (call: string, limits: readonly CallLimit[]) =>
    window
      .record(limits, call)
      // If Redis is down a reserved call counts from its reservation.
      .catch(() => undefined);

  return {
    async acquire(call) {
      const deadline = Date.now() + limitToDeadline(call.waitMs ?? durations.maxBudgetWait);
      for (;;) {
        const refusal = await tryInTurn(call);
        if (!refusal) return;
        if (Date.now() + refusal.waitMs > deadline) throw toLimitError(call.share, refusal);
        await sleep(refusal.waitMs);
      }
    },

    async reserve(count, client) {
      const limits = turnsOf({ share: 'search', client }, earlyResultsPart).at(-1) ?? [];
      const reservedCalls = Array.from({ length: count }, () => randomUUID());
      if (await tryAcquire(reservedCalls, limits)) return undefined;
      return {
        async consume() {
          const call = reservedCalls.pop();
          if (call !== undefined) return void (await record(call, limits));
          const refusal = await tryAcquire([randomUUID()], limits);
          if (refusal) throw toLimitError('search', refusal);
        },
        async release() {
          const unused = reservedCalls.splice(0);
          if (unused.length === 0) return;
          // If Redis is down the entries expire with the window.
          await window.remove(limits, unused).catch(() => undefined);
        },
      };
    },

    record: async () => void (await record(randomUUID(), limitsOf({ share: 'booking' }))),

    async acquireOrderRead() {
      const visitors = { ...ofVisitors, max: shareSize('orders') };
      return !(await tryAcquire([randomUUID()], [...limitsOf({ share: 'orders' }), visitors]));
    },
  };
}
