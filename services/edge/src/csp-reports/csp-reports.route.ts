import { AppError, routePlugin, toClientNetwork } from '@fareline/service-kit';
import { Counter } from 'prom-client';
import type { Deps } from '../deps.ts';
import { parseReports } from './parse-reports.ts';
import { createReportLimit } from './report-limit.ts';

export const cspReportsPath = '/api/csp-reports';

const maxBodyBytes = 16 * 1024;
const retryAfterSeconds = 60;

/** `POST /api/csp-reports`: writes the violations that browsers report to the log and counts them by directive. */
export const cspReportsRoute = routePlugin<Deps>({ name: 'csp-reports' }, (app) => {
  const reported = new Counter({
    name: 'csp_reports_total',
    help: 'Violations of the Content-Security-Policy that browsers have reported.',
    labelNames: ['directive'],
    registers: [app.metrics],
  });
  const isRequestWithinLimit = createReportLimit();
  const isLineWithinLimit = createReportLimit();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.post(
    cspReportsPath,
    {
      bodyLimit: maxBodyBytes,
      // A page without referrer has the origin `null` in its reports.
      config: { access: 'public', acceptsAnyOrigin: true },
      onRequest: (request, _reply, done) =>
        done(
          isRequestWithinLimit(toClientNetwork(request.ip))
            ? undefined
            : new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, limit: 'csp_reports' }),
        ),
    },
    async (request, reply) => {
      const reports = parseReports(request.body);
      if (!reports) throw new AppError('VALIDATION_ERROR');
      for (const report of reports) {
        reported.inc({ directive: report.directive });
        // A request may contain many reports, each of which would be a line.
        if (isLineWithinLimit(toClientNetwork(request.ip)))
          request.log.info(
            { cspReport: report },
            'The browser reported a violation of the Content-Security-Policy.',
          );
      }
      return reply.status(204).send();
    },
  );
});
