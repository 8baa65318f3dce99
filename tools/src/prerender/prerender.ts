import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listKnownBrands, type Brand } from '@fareline/contracts';
import { createServiceClient } from '@fareline/service-kit';
import { z } from 'zod';
import { releasesDir } from '../release/front-ends.ts';
import { readTable } from '../release/table.ts';
import { brandsOfPages, prerenderReleases } from './prerender-releases.ts';

const help = `Draws the pages that visitors see before any script runs, for the current releases.

  npm run prerender             for the brands that were drawn before, and the default brand
  npm run prerender -- --watch  for all brands, again whenever a release or a brand changes

--watch reads the brands from the accounts service: ACCOUNTS_URL and SERVICE_CREDENTIAL say where and with what.
`;

const pauseMs = 2000;
const watchSettings = z.object({ ACCOUNTS_URL: z.url(), SERVICE_CREDENTIAL: z.string().min(1) });

const say = (line: string) => process.stdout.write(`${line}\n`);

async function watch(releases: string): Promise<never> {
  const settings = watchSettings.parse(process.env);
  const call = createServiceClient({
    baseUrl: settings.ACCOUNTS_URL,
    credential: settings.SERVICE_CREDENTIAL,
  });
  // As the first process of a container it would be killed after half a minute: such a one has no default end on a signal.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  let brands: Brand[] = [];
  let drawnFor = '';
  say(`Watching ${releases}`);
  for (;;) {
    // A service that does not answer is no reason to forget its brands.
    brands = await call(listKnownBrands).catch(() => brands);
    const state = JSON.stringify([await readTable(releases), brands]);
    if (state !== drawnFor) {
      await draw(releases, brands);
      drawnFor = state;
    }
    await wait(pauseMs);
  }
}

async function draw(releases: string, brands: readonly Brand[]): Promise<void> {
  const count = await prerenderReleases({ releases, brands, onFailure: say });
  if (count > 0) say(`Drew pages ahead for ${count} ${count === 1 ? 'brand' : 'brands'}`);
}

const { values } = parseArgs({ options: { watch: { type: 'boolean' }, help: { type: 'boolean' } } });
const releases = resolve(releasesDir());
if (values.help) say(help);
else if (values.watch) await watch(releases);
else await draw(releases, await brandsOfPages(releases));
