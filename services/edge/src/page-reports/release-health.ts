import type { PageReport, ReleaseFile } from '@fareline/contracts';
import type { CountsByVersion } from '@fareline/releases/counts';

const bucketMs = 60_000;
/** How much of the past counts. */
const buckets = 10;

/** Fewer say nothing about a release. */
const minViews = 20;
const minErrors = 5;
/** A release is worse than the one before when the share of views with an error is more than this many times as large. */
const maxFactor = 2;
/** More is too much whatever was usual, which reports of one client can raise. */
const maxShare = 0.5;
/** An error after this time has another cause than the release, which went well for a day. */
const trialMs = 24 * 3600_000;
/** Assumed for a version that this process has never seen. */
const usualShare = 0.02;
/** One client alone can end the trial of a candidate, but not take from all visitors what is current. */
const minClients = 3;

interface Bucket {
  start: number;
  views: number;
  errors: number;
}

interface Counts {
  views: number;
  errors: number;
  clients: number;
}

/** A release that has to go back, and why. */
export interface Unhealthy {
  name: string;
  version: string;
  isCandidate: boolean;
  reason: string;
}

/** Counts views and errors by version over the last ten minutes, and finds releases that do worse than the one before them. */
export function createReleaseHealth(now: () => number = Date.now) {
  const counted = new Map<string, Bucket[]>();
  const clients = new Map<string, Map<string, number>>();
  const lastShares = new Map<string, number>();

  const listRecent = (key: string): Bucket[] =>
    (counted.get(key) ?? []).filter(({ start }) => start > now() - buckets * bucketMs);

  function addView(key: string): Bucket {
    const start = now() - (now() % bucketMs);
    const recent = listRecent(key);
    let bucket = recent.at(-1);
    if (bucket?.start !== start) recent.push((bucket = { start, views: 0, errors: 0 }));
    bucket.views += 1;
    counted.set(key, recent);
    return bucket;
  }

  /** Counts an error in the same minute as its view, so that both are forgotten together. */
  function addError(key: string): void {
    const bucket = listRecent(key).findLast(({ views, errors }) => errors < views);
    // A page that was opened before, or told another edge of its view, is still shown.
    (bucket ?? addView(key)).errors += 1;
  }

  function count(key: string): Counts {
    const after = now() - buckets * bucketMs;
    const recent = listRecent(key);
    return {
      views: recent.reduce((sum, { views }) => sum + views, 0),
      errors: recent.reduce((sum, { errors }) => sum + errors, 0),
      clients: [...(clients.get(key)?.values() ?? [])].filter((at) => at > after).length,
    };
  }

  const toShare = ({ views, errors }: Counts): number => (views > 0 ? errors / views : 0);

  /** Why a version is worse than one with this share of errors; undefined if it is not. */
  function findReason(key: string, usual: number, clientsNeeded = 1): string | undefined {
    const counts = count(key);
    if (counts.views < minViews || counts.errors < minErrors || counts.clients < clientsNeeded)
      return undefined;
    if (toShare(counts) <= Math.min(maxFactor * usual, maxShare)) return undefined;
    return `${counts.errors} of ${counts.views} views had an error, ${(usual * 100).toFixed(1)} % before`;
  }

  return {
    /** Counts a report of a client. */
    add({ views, errors }: Pick<PageReport, 'views' | 'errors'>, client: string): void {
      for (const { frontEnd, version } of views) addView(`${frontEnd} ${version}`);
      for (const { frontEnd, version } of errors) {
        const key = `${frontEnd} ${version}`;
        addError(key);
        const known = clients.get(key) ?? new Map<string, number>();
        if (known.size < 1000) clients.set(key, known.set(client, now()));
      }
    },
    /**
     * Releases that are to go back: candidates that do worse than the current version, and current versions of the last day that
     * do worse than the previous one did.
     */
    findUnhealthy(table: ReleaseFile): Unhealthy[] {
      return Object.entries(table).flatMap(([name, { version, candidate, previous, history }]) => {
        const current = count(`${name} ${version}`);
        if (current.views >= minViews) lastShares.set(`${name} ${version}`, toShare(current));
        const found: Unhealthy[] = [];
        const reason = candidate && findReason(`${name} ${candidate.version}`, toShare(current));
        if (reason) found.push({ name, version: candidate.version, isCandidate: true, reason });
        const since = history.find((event) => event.version === version && event.action !== 'candidate');
        const [before] = previous;
        // What this took back to is not taken back itself: then the cause is another one.
        if (before && since && since.action !== 'rolled-back' && now() - Date.parse(since.at) < trialMs) {
          const usual = lastShares.get(`${name} ${before}`) ?? usualShare;
          const worse = findReason(`${name} ${version}`, usual, minClients);
          if (worse) found.push({ name, version, isCandidate: false, reason: worse });
        }
        return found;
      });
    },
    /** What was counted of each version in the last ten minutes. */
    listCounts: (): CountsByVersion =>
      Object.fromEntries(
        [...counted.keys()].map((key) => {
          const { views, errors } = count(key);
          return [key, { views, errors }];
        }),
      ),
    /** Forgets versions that are not in the table any more. */
    keepOnly(table: ReleaseFile): void {
      const kept = new Set(
        Object.entries(table).flatMap(([name, { version, candidate, previous }]) =>
          [version, candidate?.version, ...previous].map((each) => `${name} ${each}`),
        ),
      );
      for (const map of [counted, clients, lastShares])
        for (const key of map.keys()) if (!kept.has(key)) map.delete(key);
    },
  };
}
