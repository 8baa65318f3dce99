import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNodeProgram, type Deps } from './deps.ts';
import { ensureFolder, repoRoot } from './paths.ts';
import { findFreePort } from './ports.ts';

/** Starts the trace viewer; the services send their spans to the URL that it returns. */
export async function startTraceViewer(deps: Deps): Promise<string> {
  const port = await findFreePort();
  await deps.supervisor.start(
    createNodeProgram(deps, 'traces', 'tools/src/observe/main.ts', { PORT: String(port) }),
  );
  return `http://127.0.0.1:${port}`;
}

/** URLs of the replicas of each service. */
export type Replicas = Record<string, string[]>;

/** What Prometheus reads: the metrics of each replica, by the job that the alerts name, and the alerts. */
export const createPrometheusConfig = (replicas: Replicas, token: string | undefined) => ({
  global: { scrape_interval: '5s', evaluation_interval: '15s' },
  rule_files: [join(repoRoot, 'deploy/prometheus/alerts.yaml')],
  scrape_configs: Object.entries(replicas).map(([job, urls]) => ({
    job_name: job,
    ...(token ? { authorization: { credentials: token } } : {}),
    static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
  })),
});

/** Starts the system's Prometheus with the alerts of `deploy/prometheus`; undefined if it is not installed. */
export async function startPrometheus(
  deps: Deps,
  replicas: Replicas,
  token: string | undefined,
): Promise<string | undefined> {
  if (spawnSync('prometheus', ['--version'], { env: deps.env }).status !== 0) return undefined;
  const folder = ensureFolder(join(deps.dataDir, 'prometheus'));
  // JSON is YAML.
  const configFile = join(folder, 'prometheus.yaml');
  await writeFile(configFile, JSON.stringify(createPrometheusConfig(replicas, token), undefined, 2));
  const address = `127.0.0.1:${await findFreePort()}`;
  await deps.supervisor.start({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--storage.tsdb.retention.time=2d',
      `--web.listen-address=${address}`,
    ],
    env: deps.env,
    ready: /ready to receive web requests/,
    logFile: join(deps.logsDir, 'prometheus.log'),
  });
  return `http://${address}`;
}
