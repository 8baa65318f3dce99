import type { Browser } from '@playwright/test';
import { launchChromium } from './browser.ts';
import { createCertificate } from './front-end/certificate.ts';
import { releaseOneBundle } from './front-end/one-bundle.ts';
import { releaseProduct, startEdgeWithReleases } from './front-end/releases.ts';
import { listFiles, printReport, type Side, type Visits } from './front-end/report.ts';
import { measureVisit } from './front-end/visits.ts';
import { startTlsProxy, type TlsProxy } from './front-end/tls-proxy.ts';
import { stopAll } from './programs.ts';

/**
 * Compares the released front ends with the same code built as one bundle with lazy routes: slow 4G, HTTP/2, brotli, empty cache.
 * The edge serves both, and both use the same stub API. FILES=1 lists the counted files.
 */
const rounds = Number(process.env.ROUNDS ?? 5);

const sides: Side[] = ['released', 'bundle'];

async function measure(browser: Browser, proxies: Record<Side, TlsProxy>): Promise<Visits> {
  const visits: Visits = { released: { '/': [], '/search': [] }, bundle: { '/': [], '/search': [] } };
  for (let round = 0; round < rounds; round += 1)
    for (const path of ['/', '/search'] as const)
      // Alternates the order, so that neither side is always measured first.
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        visits[side][path].push(await measureVisit(browser, proxies[side].url, path));
  return visits;
}

try {
  const certificate = await createCertificate();
  const pages = {
    released: await startEdgeWithReleases(await releaseProduct()),
    bundle: await startEdgeWithReleases(await releaseOneBundle()),
  };
  const proxies = {
    released: await startTlsProxy(pages.released, certificate),
    bundle: await startTlsProxy(pages.bundle, certificate),
  };
  const browser = await launchChromium([`--ignore-certificate-errors-spki-list=${certificate.fingerprint}`]);
  try {
    const visits = await measure(browser, proxies);
    if (!printReport(visits)) process.exitCode = 1;
    if (process.env.FILES) listFiles(visits);
  } finally {
    await browser.close();
    proxies.released.close();
    proxies.bundle.close();
  }
} finally {
  await stopAll();
}
