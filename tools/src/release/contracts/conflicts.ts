import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getVersionPrefix } from '@fareline/releases/record';
import { compareContracts } from '@fareline/releases/contracts/compare';
import {
  contractsFile,
  readContracts,
  readServiceContracts,
  servicesFile,
} from '@fareline/releases/contracts/conflicts';
import { formatSnapshot, type EndpointSnapshot, type Snapshot } from '@fareline/releases/contracts/snapshot';
import { takeSnapshot } from '@fareline/releases/contracts/take-snapshot';
import { readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { servicePaths, type Service } from '@fareline/service-kit/service-paths';
import { findUsedNames } from './used-endpoints.ts';

/** Adds the contracts of the endpoints that a front end uses to its build. */
export async function writeContracts(dir: string, dist: string): Promise<void> {
  await writeFile(join(dist, contractsFile), formatSnapshot(takeSnapshot(await findUsedNames(dir))));
}

/** Contracts of which the endpoints of some services are those of this checkout, and the others as recorded. */
async function replaceServices(
  storage: ReleaseStorage,
  names: readonly Service[],
  checkout: Snapshot,
): Promise<Snapshot> {
  const recorded = await readServiceContracts(storage);
  const segments = names.flatMap((name): readonly string[] => servicePaths[name]);
  const isReplaced = ({ path }: EndpointSnapshot) => segments.includes(path.split('/')[2] ?? '');
  const select = (snapshot: Snapshot | undefined, replaced: boolean) =>
    Object.entries(snapshot?.endpoints ?? {}).filter(([, endpoint]) => isReplaced(endpoint) === replaced);
  const kept = recorded ?? checkout;
  return {
    errors: { ...kept.errors, ...checkout.errors },
    endpoints: Object.fromEntries([...select(kept, false), ...select(checkout, true)]),
  };
}

/**
 * Records the contracts of this checkout as those of the running services. Throws sentences when a current version or candidate of
 * a front end needs others, unless the front ends are released `together` with them.
 */
export async function releaseServices(
  storage: ReleaseStorage,
  names: readonly Service[],
  { together = false, onlyCheck = false, checkout = takeSnapshot() } = {},
): Promise<void> {
  const services = await replaceServices(storage, names, checkout);
  const conflicts = together ? [] : await findConflictsWithFrontEnds(storage, services);
  if (conflicts.length > 0)
    throw new Error(['These services do not fit the released front ends.', ...conflicts].join('\n'));
  if (onlyCheck) return;
  await storage.write(servicesFile, formatSnapshot(services));
}

/** Sentences about the current versions and candidates of front ends that need other contracts than those of the services. */
async function findConflictsWithFrontEnds(storage: ReleaseStorage, services: Snapshot): Promise<string[]> {
  const released = Object.entries(await readReleaseTable(storage)).flatMap(
    ([name, { version, candidate }]) => [
      { name, version, state: 'current' },
      ...(candidate ? [{ name, version: candidate.version, state: 'candidate' }] : []),
    ],
  );
  const found = await Promise.all(
    released.map(async ({ name, version, state }) => {
      const contracts = await readContracts(storage, getVersionPrefix(name, version));
      const problems = contracts ? compareContracts(contracts, services) : [];
      return problems.map((problem) => `${name} ${version} (${state}) would break in ${problem}`);
    }),
  );
  return found.flat();
}
