import { z } from 'zod';

/** A violation of the Content-Security-Policy that a browser has reported. */
export interface CspReport {
  directive: string;
  /** URL without query, or a keyword such as `inline`. */
  blocked: string;
  page: string;
  source: string;
  line: number | undefined;
}

/** Directives of the policy, and the more specific ones that browsers report instead. */
const directives = new Set([
  ...['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr'],
  ...['default-src', 'img-src', 'font-src', 'connect-src', 'frame-src', 'manifest-src', 'object-src'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
]);

/** The directive's name; `other` for unknown ones, so that reports cannot create time series. */
const directive = z
  .string()
  .transform((text) => text.split(' ', 1)[0]!)
  .transform((name) => (directives.has(name) ? name : 'other'));

/** Queries may contain tokens. */
const url = z
  .string()
  .default('')
  .transform((text) => text.replace(/[?#].*/s, '').slice(0, 300));
const line = z.number().optional().catch(undefined);

/** The format of `report-uri`. */
const reportUriSchema = z
  .object({
    'csp-report': z.object({
      'effective-directive': directive.optional(),
      'violated-directive': directive.optional(),
      'blocked-uri': url,
      'document-uri': url,
      'source-file': url,
      'line-number': line,
    }),
  })
  .transform(({ 'csp-report': report }): CspReport[] => [
    {
      directive: report['effective-directive'] ?? report['violated-directive'] ?? 'other',
      blocked: report['blocked-uri'],
      page: report['document-uri'],
      source: report['source-file'],
      line: report['line-number'],
    },
  ]);

const violationSchema = z
  .object({
    effectiveDirective: directive,
    blockedURL: url,
    documentURL: url,
    sourceFile: url.nullable(),
    lineNumber: line,
  })
  .transform((violation): CspReport => ({
    directive: violation.effectiveDirective,
    blocked: violation.blockedURL,
    page: violation.documentURL,
    source: violation.sourceFile ?? '',
    line: violation.lineNumber,
  }));

/** The format of `report-to`: a list that may contain reports of other types. */
const reportToSchema = z
  .array(
    z.union([
      z.object({ type: z.literal('csp-violation'), body: violationSchema }).transform(({ body }) => [body]),
      z.object({ type: z.string().refine((type) => type !== 'csp-violation') }).transform(() => []),
    ]),
  )
  .max(50)
  .transform((reports) => reports.flat());

const schema = z.union([reportUriSchema, reportToSchema]);

/** Parses the body of a report in either format, without the queries of its URLs; undefined if it is in neither. */
export function parseReports(body: unknown): CspReport[] | undefined {
  return schema.safeParse(body).data;
}
