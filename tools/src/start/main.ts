import { relative } from 'node:path';
import { getDataFolder } from '../local/paths.ts';
import { assertPortFree } from '../local/ports.ts';
import { formatError, UserError } from '../local/user-error.ts';
import { type Product, startProduct } from '../local/product.ts';
import { lockDataFolder, updateRunningProduct, unlockDataFolder } from '../local/running-product.ts';
import { assertDiskSpace } from '../local/disk-space.ts';
import { listSiteUrls } from '../local/site-urls.ts';
import { Supervisor } from '../local/supervisor.ts';
import { parseOptions } from './options.ts';
import { createProgress } from './progress.ts';

// What the product stores is for this user only: mails, bookings and logs in the data folder.
process.umask(0o077);

const started = performance.now();
const dataDir = getDataFolder();
const progress = createProgress(process.stdout);
let isStopping = false;
const supervisor = new Supervisor((line) => progress.print(line));

try {
  await main();
} catch (error) {
  // Errors caused by stopping are expected and not printed.
  if (!isStopping) {
    progress.print(`\n${formatError(error)}`);
    process.exitCode = 1;
  }
  await supervisor.stopAll();
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (process.platform === 'win32')
    throw new UserError('Windows is not supported. Use WSL or a Linux container.');
  const [url = ''] = listSiteUrls(process.env.FARELINE_HOST, options.port);
  lockDataFolder(dataDir, { url });
  stopOnSignals();
  try {
    await assertPortFree(options.port);
    assertDiskSpace(dataDir, 500_000_000);
    progress.print(`Starting Fareline on ${url}`);
    const product = await startProduct({
      ...{ ...options, dataDir, supervisor },
      onStep: progress.trackStep,
      onAdministrator: (line) => progress.print(`  ${line}`),
    });
    updateRunningProduct(dataDir, { url, databaseUrl: product.accountsDatabaseUrl });
    printSummary(product);
  } catch (error) {
    unlockDataFolder(dataDir);
    throw error;
  }
}

function printSummary(product: Product): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [
    '',
    ...product.urls.slice(2).map((url) => `  From other machines  ${url}`),
    ...(product.mailUrl ? [`  Sent mail            ${product.mailUrl}`] : []),
    `  Logs                 ${relative(process.cwd(), product.logsDir)}/`,
    `  Ctrl-C stops the product. Started in ${seconds} s.`,
    '',
    `Ready: ${product.url}`,
  ];
  for (const line of lines) progress.print(line);
}

function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return supervisor.killDraining();
      isStopping = true;
      progress.print(
        '\nStopping after the calls in flight have finished. Press Ctrl-C again to stop immediately.',
      );
      void supervisor.stopAll().then(() => {
        unlockDataFolder(dataDir);
        process.exit(signal === 'SIGINT' ? 130 : 143);
      });
    });
  }
}
