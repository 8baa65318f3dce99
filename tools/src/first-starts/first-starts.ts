import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { answerHelp } from '../local/help.ts';
import { dataFolder, repoRoot } from '../local/paths.ts';
import { freePort } from '../local/ports.ts';
import { preparePostgres } from '../local/postgres.ts';
import { Supervisor } from '../local/supervisor.ts';
import { discard, throwawayFolder } from '../local/throwaway.ts';
import { type Round, roundsOf } from './rounds.ts';
import { type FirstStart, startOnce } from './start-once.ts';

answerHelp(`npm run test:long                 what takes too long for npm test: 20 first starts of the product from nothing, some of
                                  them two at once on one database
npm run test:long -- --starts 3   so many
`);

const { values } = parseArgs({ options: { starts: { type: 'string', default: '20' } } });
const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = throwawayFolder(dataFolder());
const supervisor = new Supervisor(say);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void supervisor.stop().then(() => process.exit(130)));
}

let server: string | undefined;
let databases = 0;
let passed = 0;
let failed = 0;
try {
  for (const round of roundsOf(Number(values.starts))) await run(round);
} finally {
  await supervisor.stop();
  discard(folder);
}
say(`${passed} of ${passed + failed} first starts were ready`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function run(round: Round): Promise<void> {
  removeBuilds();
  const env = round.sharesDatabase ? { DATABASE_URL: await createDatabase() } : undefined;
  const results = await Promise.all(
    Array.from({ length: round.starts }, async (_, index) => {
      const dataDir = join(folder, `start-${passed + failed + index}`);
      const result = await startOnce({
        port: await freePort(),
        dataDir,
        umask: round.umask,
        env: env ?? {},
      });
      discard(dataDir);
      return result;
    }),
  );
  for (const result of results) report(round, result);
}

function report(round: Round, { seconds, problem, output }: FirstStart): void {
  if (problem) failed += 1;
  else passed += 1;
  say(
    `  ${problem ? '✗' : '✓'} ${round.name.padEnd(24)}${seconds.toFixed(1).padStart(6)} s   ${problem ?? ''}`,
  );
  if (problem) say(output.trimEnd().replace(/^/gm, '    '));
}

/** What a clone that was just installed does not have. */
function removeBuilds(): void {
  const built = ['shell', 'search-mfe', 'booking-mfe', 'account-mfe'].map((app) => `apps/${app}/dist`);
  for (const path of [...built, '.data/compile-cache', 'node_modules/.cache']) {
    rmSync(join(repoRoot, path), { recursive: true, force: true });
  }
}

/** An empty database in a PostgreSQL of this run. */
async function createDatabase(): Promise<string> {
  server ??= await startPostgres();
  databases += 1;
  const name = `first_starts_${databases}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/${name}`);
}

async function startPostgres(): Promise<string> {
  const { url, program } = await preparePostgres({ folder: join(folder, 'postgres'), throwaway: true });
  await supervisor.start(program);
  return url.replace(/\/[^/]*$/, '/postgres');
}
