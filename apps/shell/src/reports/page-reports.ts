import { pageReportsPath, type PageReport } from '@fareline/contracts';

type PageError = PageReport['errors'][number];
type Kind = PageError['kind'];

/** Reports wait for each other this long. */
const delayMs = 1000;

/** The screen that is shown. */
interface View {
  /** Name of its front end, which may be the shell. */
  frontEnd: string;
  /** Pattern of its path. */
  route?: string;
}

export interface PageReports {
  /** Begins a view of a screen. */
  startView(view: View): void;
  /** Adds a front end that shows a part of the view. */
  addToView(frontEnd: string): void;
  /** Reports an error, once for each front end in a view. `remote` is the front end that failed, if it is known. */
  addError(kind: Kind, error: unknown, remote?: string): void;
  addVital(name: PageReport['vitals'][number]['name'], value: number): void;
}

interface Options {
  /** The current version of a front end, which Retry may change. */
  getVersion: (frontEnd: string) => string | undefined;
  send?: (body: string) => void;
}

/** The beacon arrives although the page is left. Errors are not reported when the browser has none or its queue is full. */
const sendBeacon = (body: string): void => void navigator.sendBeacon?.(pageReportsPath, body);

interface Place {
  frontEnd: string;
  version: string;
  place: string;
}

/** The released files in a stack, from its top. */
const listPlaces = (stack = ''): Place[] =>
  [...stack.matchAll(/\/releases\/([a-z-]+)\/([\w-]+)\/([\w.-]+\.js)(?:\?[^:\s]*)?(:\d+:\d+)?/g)].map(
    ([, frontEnd = '', version = '', file = '', position = '']) => ({
      frontEnd,
      version,
      place: `${frontEnd}/${version}/${file}${position}`,
    }),
  );

/** A lost connection is no mistake of a release. */
const isConnectionError = (error: unknown): boolean =>
  !navigator.onLine ||
  (error instanceof Error &&
    (error.name === 'AbortError' ||
      (error.name === 'TypeError' && /fetch|network|load failed/i.test(error.message))));

/**
 * Collects what the page tells the edge (`pageReportSchema`): views, errors and speed by release, nothing about the visitor. An error
 * belongs to the remote whose file is highest in its stack, because a remote's mistake often throws in a component of the shell.
 */
export function createPageReports({ getVersion, send = sendBeacon }: Options): PageReports {
  let report: PageReport = { views: [], errors: [], vitals: [] };
  let view: View = { frontEnd: 'shell' };
  const failed = new Set<string>();
  /** The front ends and versions that have been counted in the view. */
  const shown = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const { views, errors, vitals } = report;
    if (views.length + errors.length + vitals.length > 0) send(JSON.stringify(report));
    report = { views: [], errors: [], vitals: [] };
  }
  const flushLater = (): void => void (timer ??= setTimeout(flush, delayMs));
  const isHidden = () => document.visibilityState === 'hidden';
  addEventListener('visibilitychange', () => isHidden() && flush());
  addEventListener('pagehide', flush);

  function addToView(frontEnd: string, version = getVersion(frontEnd)): void {
    const key = `${frontEnd} ${version}`;
    if (!version || shown.has(key)) return;
    shown.add(key);
    report.views.push({ frontEnd, version });
    if (report.views.length > 10) flush();
    flushLater();
  }

  return {
    startView(next) {
      view = next;
      failed.clear();
      shown.clear();
      for (const frontEnd of new Set([next.frontEnd, 'shell'])) addToView(frontEnd);
    },
    addToView: (frontEnd) => addToView(frontEnd),
    addError(kind, error, remote) {
      const places = listPlaces(error instanceof Error ? error.stack : undefined);
      const top = places.find(({ frontEnd }) => frontEnd !== 'shell') ?? places[0];
      const frontEnd = remote ?? (kind === 'script' ? top?.frontEnd : (top?.frontEnd ?? view.frontEnd));
      if (isConnectionError(error)) return;
      // Scripts of extensions and of other companies are none of ours.
      if (!frontEnd || failed.has(frontEnd)) return;
      const version = (top?.frontEnd === frontEnd ? top.version : undefined) ?? getVersion(frontEnd);
      if (!version) return;
      failed.add(frontEnd);
      // One whose file did not load, or that works outside of its own screens, has not been counted.
      addToView(frontEnd, version);
      report.errors.push({
        frontEnd,
        version,
        kind,
        name: error instanceof Error ? error.name.replace(/\W/g, '').slice(0, 60) || 'Error' : 'Unknown',
        ...(top && { place: top.place }),
        ...(view.route && { route: view.route }),
      });
      flushLater();
    },
    addVital(name, value) {
      report.vitals.push({ name, value, frontEnd: view.frontEnd });
      // The library measures until the page is hidden, which may be the last that it does.
      if (isHidden()) flush();
      else flushLater();
    },
  };
}

/** Reports errors that nothing caught. */
export function reportUncaught(reports: PageReports): void {
  addEventListener('error', ({ error }) => error && reports.addError('script', error));
  addEventListener('unhandledrejection', ({ reason }) => reports.addError('script', reason));
}

/** Reports how fast the page was, when it is left or hidden. */
export async function reportVitals(reports: PageReports): Promise<void> {
  const { onCLS, onINP, onLCP } = await import('web-vitals');
  for (const watch of [onCLS, onINP, onLCP]) watch(({ name, value }) => reports.addVital(name, value));
}
