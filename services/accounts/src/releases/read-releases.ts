import type { ManagedRelease, ReleaseFile } from '@fareline/contracts';
import { type CountsByVersion, readCounts } from '@fareline/releases/counts';
import { listRecords } from '@fareline/releases/record';
import { readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { getRevision } from '@fareline/releases/versions';

const maxEvents = 50;

async function describeFrontEnd(
  storage: ReleaseStorage,
  name: string,
  entry: ReleaseFile[string],
  counts: CountsByVersion,
  onFailure: (message: string) => void,
): Promise<ManagedRelease> {
  const { version, candidate, previous, history } = entry;
  const records = await listRecords(storage, name, onFailure);
  return {
    name,
    version,
    candidate: candidate ? { version: candidate.version, audience: candidate.audience } : null,
    previous: previous[0] ?? null,
    versions: records.map(({ version: released, commit, by, at }) => ({
      ...{ version: released, commit, by, at },
      ...(counts[`${name} ${released}`] ?? { views: 0, errors: 0 }),
    })),
    history: history.slice(0, maxEvents),
    revision: getRevision(entry),
  };
}

/** All front ends that are released, as administrators see them. */
export async function readReleases(
  storage: ReleaseStorage,
  onFailure: (message: string) => void,
): Promise<ManagedRelease[]> {
  const [table, counts] = await Promise.all([readReleaseTable(storage), readCounts(storage)]);
  return Promise.all(
    Object.entries(table).map(([name, entry]) => describeFrontEnd(storage, name, entry, counts, onFailure)),
  );
}
