import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitNames } from '@fareline/service-kit/app-error';
import { errorCodes } from '@fareline/contracts/errors';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { repoRoot } from '../local/paths.ts';

const ruleSchema = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+m$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
});
const fileSchema = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(ruleSchema) })]),
});

const read = (path: string) => readFileSync(join(repoRoot, path), 'utf8');
const { rules } = fileSchema.parse(parse(read('deploy/prometheus/alerts.yaml'))).groups[0];
const page = read('deploy/runbooks.md');
const sources = globSync(['services/*/src/**/*.ts', 'libs/service-kit/src/**/*.ts'], {
  cwd: repoRoot,
  exclude: (path) => /\.test\.ts$|node_modules|testing$/.test(path),
})
  .map(read)
  .join('\n');

const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});
const scaling = z.object({
  spec: z.object({ triggers: z.array(z.object({ metadata: z.object({ query: z.string().optional() }) })) }),
});
const scalingExpressions = scaling
  .parse(parse(read('deploy/kubernetes/overlays/production/flights-autoscaler.yaml')))
  .spec.triggers.flatMap(({ metadata }) => metadata.query ?? []);
const panelExpressions = dashboardSchema
  .parse(JSON.parse(read('deploy/prometheus/dashboard.json')))
  .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

it('each alert leads to its section of the page, in the order of the rules, which says what it means, what to look at and what to do', () => {
  const [, ...sections] = page.split(/^## /m);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(rules.map(({ alert }) => alert));
  for (const section of sections) expect(section).toMatch(/^\w+\n\n[^-\d][^]+\n\n- [^]+\n\n1\. [^]+$/);
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`deploy/runbooks.md#${alert.toLowerCase()}`);
});

it('each alert is fired by a test of promtool', () => {
  const expectation = z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) });
  const testsSchema = z.object({ tests: z.array(z.object({ alert_rule_test: z.array(expectation) })) });
  const { tests } = testsSchema.parse(parse(read('deploy/prometheus/alerts.test.yaml')));
  const fired = tests
    .flatMap((test) => test.alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0)
    .map(({ alertname }) => alertname);
  expect(rules.map(({ alert }) => alert).filter((alert) => !fired.includes(alert))).toEqual([]);
});

it('what reads the metrics names the jobs of the rules', () => {
  const jobs = ['edge', 'flights', 'payments', 'accounts'];
  const prometheusSchema = z.object({
    scrape_configs: z.tuple(
      [
        z.object({
          dns_sd_configs: z.tuple([z.object({ names: z.array(z.string()) })]),
          relabel_configs: z.tuple([
            z.object({
              source_labels: z.tuple([z.literal('__meta_dns_name')]),
              target_label: z.literal('job'),
            }),
          ]),
        }),
      ],
      z.object({
        job_name: z.string(),
        static_configs: z.array(z.object({ labels: z.object({ job: z.string().optional() }).optional() })),
      }),
    ),
  });
  const { scrape_configs } = prometheusSchema.parse(parse(read('deploy/prometheus/prometheus.yml')));
  expect(scrape_configs[0].dns_sd_configs[0].names).toEqual(jobs);
  const { spec } = parse(read('deploy/prometheus/pod-monitor.yaml')) as { spec: object };
  expect(spec).toMatchObject({
    jobLabel: 'app',
    selector: { matchExpressions: [{ key: 'app', operator: 'In', values: jobs }] },
  });
  const { expr } = rules.find(({ alert }) => alert === 'ServiceDown')!;
  for (const job of jobs) expect(expr).toContain(`absent(up{job="${job}"})`);
  const [, ...exporters] = scrape_configs;
  const redisJobs = exporters.flatMap(({ static_configs }) =>
    static_configs.flatMap(({ labels }) => labels?.job ?? []),
  );
  const named = rules.flatMap((rule) => [...rule.expr.matchAll(/job="(redis-\w+)"/g)].map(([, job]) => job!));
  expect([...new Set(named)].toSorted()).toEqual(redisJobs.toSorted());
});

it('each alert is sent by its severity, and what others hold back is an alert', () => {
  const schema = z.object({
    route: z.object({
      receiver: z.string(),
      routes: z.array(z.object({ matchers: z.array(z.string()), receiver: z.string() })),
    }),
    inhibit_rules: z.array(
      z.object({ source_matchers: z.array(z.string()), target_matchers: z.array(z.string()) }),
    ),
  });
  const { route, inhibit_rules } = schema.parse(parse(read('deploy/prometheus/alertmanager.yml')));
  expect(route).toMatchObject({
    receiver: 'ticket',
    routes: [{ matchers: ['severity="page"'], receiver: 'page' }],
  });
  for (const { source_matchers, target_matchers } of inhibit_rules)
    for (const [matcher = ''] of [source_matchers, target_matchers])
      expect(rules.map(({ alert }) => `alertname="${alert}"`)).toContain(matcher);
});

/** Metrics of exporters, which deploy/prometheus/README.md names. */
const exporterMetrics = [
  'backup_completed_timestamp_seconds',
  'certmanager_certificate_expiration_timestamp_seconds',
  'redis_evicted_keys_total',
];

it('each metric of a rule, page, panel or autoscaler is one that the services have', () => {
  const texts = [...rules.map(({ expr }) => expr), ...panelExpressions, ...scalingExpressions, page];
  const names = texts.flatMap((text) =>
    [
      ...text.matchAll(
        /\b[a-z_]+_(?:total|seconds|length|open|mails|calls|budget_limit)(?:_bucket|_count|_sum)?\b/g,
      ),
    ].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  );
  expect(scalingExpressions).toHaveLength(2);
  expect(new Set(names).size).toBeGreaterThan(15);
  const unknown = [...new Set(names)].filter((name) => !sources.includes(`name: '${name}'`));
  expect(unknown.toSorted()).toEqual(exporterMetrics);
});

it('each limit and error code of a rule or page is one that the services have', () => {
  const texts = [...rules.map(({ expr }) => expr), page];
  const values = (label: string) =>
    texts.flatMap((text) =>
      [...text.matchAll(new RegExp(`${label}!?=~?"([^"]+)"`, 'g'))].map(([, pattern]) => pattern!),
    );
  expect(values('limit').length).toBeGreaterThan(8);
  for (const pattern of values('limit'))
    for (const alternative of pattern
      .replace(/^(\w+_)\((.*)\)$/, (_, start: string, ends: string) =>
        ends
          .split('|')
          .map((end) => start + end)
          .join('|'),
      )
      .split('|'))
      expect(
        limitNames.some((name) => new RegExp(`^(${alternative})$`).test(name)),
        alternative,
      ).toBe(true);
  for (const code of values('code')) expect(errorCodes).toContain(code);
});

it('what the page says to look for in a log is written there', () => {
  const matches = page.replace(/\s+/g, ' ').matchAll(/\blog\b[^:.;]*? for `([^`]+)`/g);
  const phrases = [...matches].map(([, phrase]) => phrase!);
  expect(phrases.length).toBeGreaterThan(5);
  expect(phrases.filter((phrase) => !sources.includes(phrase))).toEqual([]);
});

it('each screen that the page names is one of the site', () => {
  const routes = read('apps/account-mfe/src/routes.ts');
  const paths = [...page.matchAll(/`(\/admin[\w/-]*)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !routes.includes(`path: '${path}'`))).toEqual([]);
});
