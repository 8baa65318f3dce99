import { readJson, type ReleaseStorage } from '../storage.ts';
import { compareContracts } from './compare.ts';
import { snapshotSchema, type Snapshot } from './snapshot.ts';

/** The contracts that a front end was built with, in its folder; hidden, so that they are not served. */
export const contractsFile = '.contracts.json';

/** The contracts of the running services, beside the releases. */
export const servicesFile = 'services.json';

/** The contracts that a front end was built with; undefined where a build or release has none. */
export const readContracts = (storage: ReleaseStorage, prefix = ''): Promise<Snapshot | undefined> =>
  readJson(storage, prefix + contractsFile, snapshotSchema);

/** The contracts of the running services; undefined where none are recorded. */
export const readServiceContracts = (storage: ReleaseStorage): Promise<Snapshot | undefined> =>
  readJson(storage, servicesFile, snapshotSchema);

/** Sentences about a front end that needs other contracts than those of the running services, where these are recorded. */
export async function findConflictsWithServices(
  storage: ReleaseStorage,
  contracts: Snapshot | undefined,
): Promise<string[]> {
  const services = await readServiceContracts(storage);
  const problems = contracts && services ? compareContracts(contracts, services) : [];
  return problems.map((problem) => `The services differ in ${problem}`);
}
