import { setTimeout as wait } from 'node:timers/promises';
import { listKnownBrands, type PublicBrand } from '@fareline/contracts';
import { toPublicBrand } from '@fareline/contracts/schemas';
import { createServiceClient } from '@fareline/service-kit/service-client';
import { readArguments } from '@fareline/service-kit/command-line';
import { z } from 'zod';
import { getReleaseStorage } from '../front-ends/front-ends.ts';
import { readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { listPrerenderedBrands, prerenderReleases } from './prerender-releases.ts';

const help = `Prerenders the pages of the current releases that visitors see before any script runs.

  prerender.ts          for the default brand and all brands that were prerendered before
  prerender.ts --watch  for all brands, and again whenever a release or a brand changes

--watch reads the brands from the accounts service at ACCOUNTS_URL and authenticates with SERVICE_CREDENTIAL.
`;

const pollIntervalMs = 2000;
const watchSettings = z.object({ ACCOUNTS_URL: z.url(), SERVICE_CREDENTIAL: z.string().min(1) });

const print = (line: string) => process.stdout.write(`${line}\n`);

async function watch(storage: ReleaseStorage): Promise<never> {
  const settings = watchSettings.parse(process.env);
  const call = createServiceClient({
    baseUrl: settings.ACCOUNTS_URL,
    credential: settings.SERVICE_CREDENTIAL,
  });
  // The process is PID 1 of a container, so it has no default signal handlers, and would be killed only after the grace period.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  let brands: PublicBrand[] = [];
  let prerenderedState = '';
  print(`Watching ${storage.location}`);
  for (;;) {
    // Keeps the last brands when accounts is not reachable.
    brands = await call(listKnownBrands).then(
      (list) => list.map(toPublicBrand),
      () => brands,
    );
    const state = JSON.stringify([await readReleaseTable(storage), brands]);
    if (state !== prerenderedState) {
      await prerender(storage, brands);
      prerenderedState = state;
    }
    await wait(pollIntervalMs);
  }
}

async function prerender(storage: ReleaseStorage, brands: readonly PublicBrand[]): Promise<void> {
  const count = await prerenderReleases({ storage, brands, onFailure: print });
  if (count > 0) print(`Prerendered pages for ${count} ${count === 1 ? 'brand' : 'brands'}`);
}

const { values } = readArguments(help, { options: { watch: { type: 'boolean' } } });
const storage = await getReleaseStorage();
if (values.watch) await watch(storage);
else await prerender(storage, await listPrerenderedBrands(storage));
