import { relative } from 'node:path';
import { dataFolder } from '../local/paths.ts';
import { assertPortFree } from '../local/ports.ts';
import { describe, Problem } from '../local/problem.ts';
import { type Product, startProduct } from '../local/product.ts';
import { claim, note, release } from '../local/running.ts';
import { assertSpace } from '../local/space.ts';
import { Supervisor } from '../local/supervisor.ts';
import { help, parseOptions } from './options.ts';
import { createProgress } from './progress.ts';

const started = performance.now();
const dataDir = dataFolder();
const progress = createProgress(process.stdout);
let isEnding = false;
const supervisor = new Supervisor((line) => progress.print(line));

try {
  await main();
} catch (error) {
  // What fails because it is being ended is not worth a word.
  if (!isEnding) {
    progress.print(`\n${describe(error)}`);
    process.exitCode = 1;
  }
  await supervisor.stop();
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options.help) return void process.stdout.write(help);
  if (process.platform === 'win32')
    throw new Problem('Windows is not supported. Use WSL or a Linux container.');
  const url = `http://localhost:${options.port}`;
  claim(dataDir, { url });
  endOnSignals();
  try {
    await assertPortFree(options.port);
    assertSpace(dataDir, 500_000_000);
    progress.print(`Starting Fareline on ${url}`);
    const product = await startProduct({
      ...{ ...options, dataDir, supervisor },
      onStep: progress.begin,
      onAdministrator: (line) => progress.print(`  ${line}`),
    });
    note(dataDir, { url, databaseUrl: product.databaseUrl });
    announce(product);
  } catch (error) {
    release(dataDir);
    throw error;
  }
}

function announce(product: Product): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [
    '',
    ...(product.mailUrl ? [`  Mail that was sent   ${product.mailUrl}`] : []),
    `  Logs                 ${relative(process.cwd(), product.logsDir)}/`,
    `  Ctrl-C ends it. Started in ${seconds} s.`,
    '',
    `Ready: ${product.url}`,
  ];
  for (const line of lines) progress.print(line);
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return supervisor.killDraining();
      isEnding = true;
      progress.print('\nEnding after the calls in flight. Press Ctrl-C again to end at once.');
      void supervisor.stop().then(() => {
        release(dataDir);
        process.exit(signal === 'SIGINT' ? 130 : 143);
      });
    });
  }
}
