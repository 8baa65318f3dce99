import { hostname } from 'node:os';
import type { PageReport, ReleaseFile } from '@fareline/contracts';
import { pageReportsPath } from '@fareline/contracts';
import { pageReportSchema } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { toClientNetwork, toClientRange } from '@fareline/service-kit/limits/client';
import { memoryWindow } from '@fareline/service-kit/limits/memory-window';
import { removeCounts, removeOldCounts, writeCounts } from '@fareline/releases/counts';
import { findEntry } from '@fareline/releases/release-table';
import { rollBack, withdraw } from '@fareline/releases/versions';
import { Counter, Histogram } from 'prom-client';
import type { Deps } from '../deps.ts';
import { limitPerMinute, limits } from '../limits.ts';
import { createReleaseHealth, type Unhealthy } from './release-health.ts';

/** How often what was counted is written for the administrators' screen. */
const writeCountsMs = 5000;

const maxBodyBytes = 8 * 1024;

const isReleased = (table: ReleaseFile, { frontEnd, version }: PageReport['views'][number]): boolean => {
  const entry = findEntry(table, frontEnd);
  return !!entry && [entry.version, entry.candidate?.version, ...entry.previous].includes(version);
};

/**
 * `POST /api/page-reports`: counts what pages show and what fails in them, by release and brand, writes errors to the log, and takes
 * back a release that does worse than the one before it.
 */
export const pageReportsRoute = routePlugin<Deps>(
  { name: 'page-reports', dependencies: ['request-brand'] },
  (app, { releaseStorage, releaseSource }) => {
    const labelNames = ['front_end', 'version', 'brand'];
    const registers = [app.metrics];
    const views = new Counter({
      name: 'page_views_total',
      help: 'Screens that browsers have shown.',
      labelNames,
      registers,
    });
    const errors = new Counter({
      name: 'page_errors_total',
      help: 'Views of a screen with an error.',
      labelNames: [...labelNames, 'kind'],
      registers,
    });
    const takenBack = new Counter({
      name: 'releases_taken_back_total',
      help: 'Releases that went back by themselves, because more of their views had an error.',
      labelNames: ['front_end'],
      registers,
    });
    const createHistogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, labelNames: ['front_end'], buckets, registers });
    const paint = createHistogram(
      'page_largest_contentful_paint_seconds',
      'Time until the largest part of a page was painted.',
      [0.5, 1, 1.5, 2.5, 4, 8],
    );
    const interaction = createHistogram(
      'page_interaction_to_next_paint_seconds',
      'Time from an interaction until the page was painted again.',
      [0.05, 0.1, 0.2, 0.3, 0.5, 1],
    );
    const shift = createHistogram(
      'page_layout_shift',
      'Cumulative layout shift of a page.',
      [0.01, 0.05, 0.1, 0.25],
    );
    const histograms = { LCP: [paint, 1000], INP: [interaction, 1000], CLS: [shift, 1] } as const;
    const lines = memoryWindow(60_000);
    /** One client cannot fill the log, nor keep the errors of others out of it. */
    const mayLog = (what: string, network: string): boolean =>
      !lines.count([
        { key: 'all', max: limits.pageErrorLinesPerMinute.all },
        { key: `client ${network}`, max: limits.pageErrorLinesPerMinute.network },
        { key: what, max: 1 },
      ]);
    const health = createReleaseHealth();
    const goingBack = new Set<string>();

    /** Another edge may have been faster, which is not an error. */
    async function takeBack({ name, version, isCandidate, reason }: Unhealthy): Promise<void> {
      const key = `${name} ${version}`;
      if (goingBack.has(key)) return;
      goingBack.add(key);
      try {
        const author = { by: 'edge', reason };
        await (isCandidate ? withdraw : rollBack)(releaseStorage, name, author, version);
        takenBack.inc({ front_end: name });
        app.log.error(
          { frontEnd: name, version, reason },
          isCandidate ? 'A candidate was withdrawn.' : 'A release was rolled back.',
        );
      } catch (err) {
        app.log.error({ err, frontEnd: name, version, reason }, 'A bad release could not be taken back.');
      } finally {
        goingBack.delete(key);
      }
    }

    const instance = `${hostname()}-${process.pid}`;
    const onFailure = (err: unknown) => app.log.warn({ err }, 'The errors of releases could not be deleted.');
    app.addHook('onReady', () => removeOldCounts(releaseStorage).catch(onFailure));
    let writing: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      writing = writeCounts(releaseStorage, instance, health.listCounts()).catch((err: unknown) =>
        app.log.warn({ err }, 'The errors of releases could not be written.'),
      );
    }, writeCountsMs).unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await writing;
      await removeCounts(releaseStorage, instance).catch(onFailure);
    });

    app.removeAllContentTypeParsers();
    // What `navigator.sendBeacon` sends without asking the server first.
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
    app.post(
      pageReportsPath,
      {
        bodyLimit: maxBodyBytes,
        // A page without referrer has the origin `null` in its reports.
        config: { access: 'public', acceptsAnyOrigin: true },
        onRequest: limitPerMinute(limits.pageReportsPerMinute, 'page_reports'),
      },
      async (request, reply) => {
        const report = pageReportSchema.safeParse(request.body);
        if (!report.success) throw new AppError('VALIDATION_ERROR');
        const [table, { brand }] = await Promise.all([releaseSource.getTable(), request.loadBrand()]);
        const known = {
          views: report.data.views.filter((view) => isReleased(table, view)),
          errors: report.data.errors.filter(
            (error, index, all) =>
              isReleased(table, error) &&
              all.findIndex(({ frontEnd }) => frontEnd === error.frontEnd) === index,
          ),
        };
        health.keepOnly(table);
        // One customer of a provider may have all networks of a range.
        const network = toClientNetwork(request.ip);
        health.add(known, toClientRange(network) ?? network);
        for (const { frontEnd, version } of known.views) {
          views.inc({ front_end: frontEnd, version, brand: brand.id });
          // Prometheus sees no increase in a series that begins with its first event.
          takenBack.inc({ front_end: frontEnd }, 0);
        }
        for (const { frontEnd, version, kind } of known.errors)
          errors.inc({ front_end: frontEnd, version, brand: brand.id, kind });
        for (const error of known.errors)
          if (mayLog(`${error.frontEnd} ${error.version} ${error.kind} ${error.place}`, network))
            request.log.warn({ pageError: error, brand: brand.id }, 'A page had an error.');
        for (const { name, value, frontEnd } of report.data.vitals)
          if (findEntry(table, frontEnd))
            histograms[name][0].observe({ front_end: frontEnd }, value / histograms[name][1]);
        await Promise.all(health.findUnhealthy(table).map(takeBack));
        return reply.status(204).send();
      },
    );
  },
);
