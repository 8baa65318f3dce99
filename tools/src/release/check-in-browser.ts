import type { KeyObject } from 'node:crypto';
import type { Audience } from '@fareline/contracts';
import { createPreviewToken, previewPath } from '@fareline/service-kit/releases/preview';
import { findEntry, readReleaseTable } from '@fareline/service-kit/releases/release-table';
import type { ReleaseStorage } from '@fareline/service-kit/releases/storage';
import { promote, setCandidate, withdraw } from '@fareline/service-kit/releases/versions';
import { walkSite } from './walk-site.ts';

const previewMs = 3600_000;

/** The link with which anybody sees a version until a time. */
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
