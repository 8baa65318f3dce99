import type { KeyObject } from 'node:crypto';
import type { Audience } from '@fareline/contracts';
import { createPreviewToken, previewPath } from '@fareline/releases/preview';
import { findEntry, readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { promote, setCandidate, withdraw } from '@fareline/releases/versions';
import { hasVisitors, isAbandoned } from './prune.ts';
import { publish, type Publication, type Published } from './publish.ts';
import { walkSite } from './walk-site.ts';

const previewMs = 3600_000;

/** The link that shows a version to any visitor until a time. */
export const createPreviewLink = (
  site: string,
  { name, version, until }: { name: string; version: string; until: number },
  key: KeyObject,
): string => `${site}${previewPath}?token=${createPreviewToken({ name, version, until }, key)}`;

interface Check {
  storage: ReleaseStorage;
  name: string;
  /** The candidate. */
  version: string;
  /** Origin of a site with these releases. */
  site: string;
  /** Who gets the candidate when it is good; without it the candidate becomes current. */
  audience?: Audience;
  by: string;
  key: KeyObject;
}

/**
 * Walks through a site with the candidate, the other released front ends and the running services.
 * Withdraws it and throws what went wrong, or makes it current.
 */
export async function checkInBrowser(check: Check): Promise<void> {
  const { storage, name, version, site, audience, by, key } = check;
  const table = await readReleaseTable(storage);
  const routes = Object.entries(table).flatMap(([other, entry]) =>
    other === name ? (entry.candidate?.routes ?? []) : entry.routes,
  );
  const paths = routes.map(({ path }) => path).filter((path) => !path.includes(':'));
  const link = createPreviewLink(site, { name, version, until: Date.now() + previewMs }, key);
  // Whatever stops the walk, the candidate does not stay.
  const problems = await walkSite(site, link, paths).catch((error: unknown) => [
    String(error).split('\n')[0]!,
  ]);
  if (problems.length > 0) {
    const reason = `The walk through ${site} failed: ${problems[0]}`;
    await withdraw(storage, name, { by, reason }, version);
    throw new Error(
      [`${name} ${version} is not released. In the browser:`, ...problems.map((line) => `  ${line}`)].join(
        '\n',
      ),
    );
  }
  const { candidate } = findEntry(await readReleaseTable(storage), name) ?? {};
  if (candidate?.version !== version)
    throw new Error(`${name} ${version} is not released: it was not the candidate any more after the walk.`);
  if (audience) await setCandidate(storage, name, version, audience, { by });
  else await promote(storage, name, { by }, version);
}

/** Publishes a build; with a site as a candidate without visitors, until it has been checked there. */
export async function publishChecked(
  storage: ReleaseStorage,
  name: string,
  dist: string,
  publication: Publication,
  site: string | undefined,
): Promise<Published> {
  const entry = findEntry(await readReleaseTable(storage), name);
  // There is nothing that a first version could be checked beside.
  if (!site || !entry) return publish(storage, name, dist, publication);
  const { audience, by, key } = publication;
  const isReplaced = audience && entry.candidate && hasVisitors(entry.candidate.audience);
  if (entry.candidate && !isReplaced && !isAbandoned(entry))
    throw new Error(`${name} has a candidate: promote or withdraw ${entry.candidate.version} first.`);
  const published = await publish(storage, name, dist, { ...publication, audience: {} });
  const { candidate } = findEntry(await readReleaseTable(storage), name) ?? {};
  // Its files can be those of a candidate before, which was checked beside other versions, or not at all.
  if (candidate?.version !== published.version || hasVisitors(candidate.audience)) return published;
  await checkInBrowser({
    ...{ storage, name, site, by, key, version: published.version },
    ...(audience && { audience }),
  });
  return { ...published, isNew: true };
}
