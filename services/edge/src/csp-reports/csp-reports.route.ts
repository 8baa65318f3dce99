import { AppError } from '@fareline/service-kit/app-error';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { Counter } from 'prom-client';
import type { Deps } from '../deps.ts';
import { countPerMinute, limitPerMinute, limits } from '../limits.ts';
import { parseReports } from './parse-reports.ts';

export const cspReportsPath = '/api/csp-reports';

const maxBodyBytes = 16 * 1024;

/** `POST /api/csp-reports`: writes the violations that browsers report to the log and counts them by directive. */
export const cspReportsRoute = routePlugin<Deps>({ name: 'csp-reports' }, (app) => {
  const reported = new Counter({
    name: 'csp_reports_total',
    help: 'Violations of the Content-Security-Policy that browsers have reported.',
    labelNames: ['directive'],
    registers: [app.metrics],
  });
  const countLine = countPerMinute(limits.reportsPerMinute);
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
      onRequest: limitPerMinute(limits.reportsPerMinute, 'csp_reports'),
    },
    async (request, reply) => {
      const reports = parseReports(request.body);
      if (!reports) throw new AppError('VALIDATION_ERROR');
      for (const report of reports) {
        reported.inc({ directive: report.directive });
        // A request may contain many reports, each of which would be a line.
        if (!countLine(request.ip))
          request.log.info(
            { cspReport: report },
            'The browser reported a violation of the Content-Security-Policy.',
          );
      }
      return reply.status(204).send();
    },
  );
});
