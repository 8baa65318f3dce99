import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile } from '@fareline/service-kit/releases/read-json-file';
import { readReleaseTable } from '@fareline/service-kit/releases/release-table';
import { compareContracts } from './compare.ts';
import { formatSnapshot, snapshotSchema, takeSnapshot, type Snapshot } from './snapshot.ts';
import { findUsedNames } from './used-endpoints.ts';

/** The contracts that a front end was built with, in its folder; hidden, so that they are not served. */
const file = '.contracts.json';

/** The contracts of the running services, in the releases folder. */
const servicesFile = 'services.json';

async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  try {
    return await readJsonFile(path, snapshotSchema);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Adds the contracts of the endpoints that a front end uses to its build. */
export async function writeContracts(dir: string, dist: string): Promise<void> {
  await writeFile(join(dist, file), formatSnapshot(takeSnapshot(await findUsedNames(dir))));
}

/** The contracts that a front end was built with; undefined where a build or release has none. */
export const readContracts = (folder: string): Promise<Snapshot | undefined> =>
  readSnapshot(join(folder, file));

/** Sentences about a front end that needs other contracts than those of the running services, where these are recorded. */
export async function findConflictsWithServices(
  releases: string,
  contracts: Snapshot | undefined,
): Promise<string[]> {
  const services = await readSnapshot(join(releases, servicesFile));
  const problems = contracts && services ? compareContracts(contracts, services) : [];
  return problems.map((problem) => `The services differ in ${problem}`);
}

/** Sentences about the current versions and candidates of front ends that need other contracts than those of this checkout. */
export async function findConflictsWithFrontEnds(
  releases: string,
  services: Snapshot = takeSnapshot(),
): Promise<string[]> {
  const released = Object.entries(await readReleaseTable(releases)).flatMap(([name, entry]) =>
    [entry, ...(entry.candidate ? [entry.candidate] : [])].map(({ version }) => ({ name, version })),
  );
  const found = await Promise.all(
    released.map(async ({ name, version }) => {
      const contracts = await readContracts(join(releases, name, version));
      const problems = contracts ? compareContracts(contracts, services) : [];
      return problems.map((problem) => `${name} ${version} differs in ${problem}`);
    }),
  );
  return found.flat();
}

/** Records the contracts of this checkout as those of the running services. */
export async function recordServices(releases: string): Promise<void> {
  await mkdir(releases, { recursive: true });
  const temporary = join(releases, `services.${process.pid}.json`);
  await writeFile(temporary, formatSnapshot(takeSnapshot()));
  await rename(temporary, join(releases, servicesFile));
}
