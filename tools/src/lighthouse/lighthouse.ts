import { readArguments } from '@fareline/service-kit/command-line';
import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { findFreePort } from '../local/ports.ts';
import { startTestProduct } from '../local/testing/test-product.ts';
import { formatError } from '../local/user-error.ts';
import { findChromium } from '../test/chromium.ts';
import { listScreens, type Screen } from './screens.ts';

const { positionals } = readArguments(
  `lighthouse.ts              measures accessibility and best practices of every public screen on a phone, and fails
                              below 100; takes about five minutes
lighthouse.ts /faq /    measures these paths
`,
  { allowPositionals: true },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const categories = ['accessibility', 'best-practices'];

/** Prints the scores of a screen with the audits that cost points, and returns whether all are 100. */
async function measure(url: string, { path, skipAudits = [] }: Screen, port: number): Promise<boolean> {
  const flags: Flags = { port, onlyCategories: categories, skipAudits, ignoreStatusCode: true };
  const { lhr } = (await lighthouse(url, flags)) ?? {};
  if (!lhr) throw new Error(`Lighthouse has no result for ${url}.`);
  const scores = categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
  print([...scores.map((score) => String(score).padStart(5)), ` ${path}`].join(' '));
  const isPerfect = lhr.runtimeError === undefined && scores.every((score) => score === 100);
  if (isPerfect) return true;
  const audits = categories.flatMap((name) => lhr.categories[name]?.auditRefs ?? []);
  for (const { id, weight } of audits) {
    const audit = lhr.audits[id];
    if (weight === 0 || audit?.score === null || audit?.score === 1) continue;
    print(`        ${audit?.title}: ${JSON.stringify(audit?.details).slice(0, 1000)}`);
  }
  return false;
}

try {
  const executablePath = await findChromium(print);
  const { product } = await startTestProduct({
    nodeEnv: 'test',
    env: { DUFFEL_SANDBOX_LATENCY_MS: '150', PROVIDER_BUDGET_PER_MINUTE: '600', LOG_LEVEL: 'info' },
  });
  const port = await findFreePort();
  const args = ['--no-sandbox', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const screens = await listScreens(product.url);
    const chosen =
      positionals.length > 0 ? screens.filter(({ path }) => positionals.includes(path)) : screens;
    print(' a11y  best  screen');
    for (const screen of chosen)
      if (!(await measure(product.url + screen.path, screen, port))) process.exitCode = 1;
    const brandUrl = product.url.replace('localhost', 'sunhop.localhost');
    for (const screen of positionals.length > 0 ? [] : screens.slice(0, 3))
      if (!(await measure(brandUrl + screen.path, screen, port))) process.exitCode = 1;
  } finally {
    await browser.close();
    await product.stop();
  }
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}
