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
  /** Reserves calls for early results, all or none; undefined if half of the searches' share, or of the client's part, is in use. */
  reserve(count: number, client: Client | undefined): Promise<BudgetReservation | undefined>;
  /** Counts a call of a booking that is made in any case. */
  record(): Promise<void>;
  /** Acquires the read of an order unless visitors need the calls; returns whether it did. (LEDGER-12) */
  acquireOrderRead(): Promise<boolean>;
}

/**
 * The most calls of each share at 60 calls a minute. Those of `booking` and `watch` are kept for them; a booking may also use what the
 * others leave free. Searches and opened offers together can use the rest, 44, so that searches leave ten calls to offers, and
 * offers leave twenty to searches. Details leave six of the calls of offers to those who enter the booking flow. Reads of orders use
 * calls of visitors, and only while half of these are free. (LIMIT-03, LEDGER-12)
 */
const sharesOf60: Record<BudgetShare, number> = {
  search: 34,
  offers: 24,
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
 * Calls at 60 a minute for searches and offers that everybody can make, of both together and of each. The other sixteen wait for the
 * first search and the first opened offer of a /24 or /48: so many that eight ranges which take what they can, however they share it out,
 * leave one of each to another range. (GUARD-05, GUARD-15)
 */
const everybodysOf60 = { search: 24, offers: 14, details: 12 };
const everybodysTotalOf60 = 28;
type VisitorShare = keyof typeof everybodysOf60;

const isOfVisitors = (share: BudgetShare): share is VisitorShare => share in everybodysOf60;

/** Calls at 60 a minute that one client leaves to others, whatever it makes calls for. (LIMIT-02) */
const othersOf60 = 12;

/**
 * Calls at 60 a minute for searches and offers that one network, and its range, leave to others. The other 25 of the 44 are
 * nine searches, each with an offer and its fare rules, and one entry into the booking flow. (LIMIT-02)
 */
const othersThanNetworkOf60 = 19;

/** Early results can use half of the searches' share, and half of what a client can use. */
const earlyResultsPart = 1 / 2;

/** The part of a share that one client can use; a /24 or /48 together leaves a quarter to others. (LIMIT-02) */
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
  const othersThanNetwork = toCalls(perMinute, othersThanNetworkOf60);

  const ofVisitors: CallLimit = {
    key: keys.budget('visitors'),
    max: budgetLimits(perMinute).visitors,
    isOfClient: false,
  };

  /**
   * What the calls of a network or range may add up to, of all and of those of visitors: its parts of the shares together are
   * nearly all calls. A visitor without cookies is another one each time.
   */
  function totalsOf(share: BudgetShare, { kind, name }: ClientName): CallLimit[] {
    if (kind === 'visitor') return [];
    const total = {
      key: keys.budget('client', name),
      max: perMinute - shareSize('watch') - others,
      isOfClient: true,
    };
    const max = ofVisitors.max - othersThanNetwork;
    const visitors = { key: keys.budget('visitors', name), max, isOfClient: true };
    return isOfVisitors(share) ? [total, visitors] : [total];
  }

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
          max: shareSize(each, part * clientParts[kind]),
          isOfClient: true,
        })),
      ),
      ...client.flatMap((each) => totalsOf(share, each)),
    ];
  }

  /** The limits of a call with other numbers for some keys. */
  const limitFurther = (limits: readonly CallLimit[], further: ReadonlyMap<string, number>): CallLimit[] =>
    limits.map((limit) => ({ ...limit, max: Math.min(limit.max, further.get(limit.key) ?? limit.max) }));

  /** The limits of a call that everybody can make, and then those of the first of its share by a range. */
  function turnsOf(call: Pick<BudgetCall, 'client'> & { share: BudgetShare }, part = 1): CallLimit[][] {
    const { share, client } = call;
    const limits = limitsOf(call, part);
    const range = client?.find(({ kind }) => kind === 'range')?.name;
    if (range === undefined || !isOfVisitors(share)) return [limits];
    const shares: readonly VisitorShare[] = countedIn(share);
    const ofEverybody = new Map([
      [ofVisitors.key, toCalls(perMinute, everybodysTotalOf60)],
      ...shares.map((each) => [keys.budget(each), toCalls(perMinute, everybodysOf60[each])] as const),
    ]);
    const ofFirst = new Map(shares.map((each) => [keys.budget(each, range), 1]));
    return [limitFurther(limits, ofEverybody), limitFurther(limits, ofFirst)];
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

  /** Whether the client has made as many calls as these limits let it make. */
  async function isUsedUp(limits: readonly CallLimit[]): Promise<boolean> {
    const own = limits.filter(({ isOfClient }) => isOfClient);
    const sizes = await window.sizes(own.map(({ key }) => key));
    return own.some(({ max }, index) => (sizes[index] ?? 0) >= max);
  }

  /** Acquires a call, as everybody's or as the first of its range, of which a refusal tells the wait. */
  async function tryInTurn(call: BudgetCall): Promise<Reached<CallLimit> | undefined> {
    const [ofEverybody = [], ofFirst] = turnsOf(call);
    const refusal = await tryAcquire([randomUUID()], ofEverybody);
    if (!refusal || !ofFirst || (await isUsedUp(ofFirst).catch(() => true))) return refusal;
    const reached = await tryAcquire([randomUUID()], ofFirst);
    return reached?.limit.isOfClient ? refusal : reached;
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
      const [limits = []] = turnsOf({ share: 'search', client }, earlyResultsPart);
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
