import type { ManagedReleases, ReleaseChange, ReleaseFile } from '@fareline/contracts';
import { changeReleaseContract, listReleasesContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { findEntry, readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import {
  type Author,
  promote,
  rollBack,
  setCandidate,
  setCurrent,
  withdraw,
} from '@fareline/releases/versions';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { readReleases } from './read-releases.ts';

type Entry = ReleaseFile[string];

const refusal = (message: string) => new AppError('RELEASE_REFUSED', { message });

async function readEntry(storage: ReleaseStorage, name: string): Promise<Entry> {
  const entry = findEntry(await readReleaseTable(storage), name);
  if (!entry) throw refusal(`There is no front end "${name}".`);
  return entry;
}

/** The version that a change is about. */
function findVersion(name: string, entry: Entry, change: ReleaseChange): string {
  if (change.action === 'set') return change.version;
  const version = change.action === 'roll-back' ? entry.previous[0] : entry.candidate?.version;
  if (version) return version;
  throw refusal(
    `${name} has no ${change.action === 'roll-back' ? 'previous version' : 'candidate'} any more.`,
  );
}

/** Changes the release table; throws a sentence when that is not possible. */
async function applyChange(
  storage: ReleaseStorage,
  name: string,
  { candidate }: Entry,
  change: ReleaseChange,
  author: Author,
): Promise<unknown> {
  switch (change.action) {
    case 'promote':
      return promote(storage, name, author);
    case 'withdraw':
      return withdraw(storage, name, author);
    case 'roll-back':
      return rollBack(storage, name, author);
    case 'set':
      return setCurrent(storage, name, change.version, author);
    case 'percent': {
      const { version, audience } = candidate!;
      return setCandidate(storage, name, version, { ...audience, percent: change.percent }, author);
    }
  }
}

/** A sentence of the release table is for the administrator; an error of the storage is not. */
const toRefusal = (error: unknown): unknown =>
  error instanceof Error && !('code' in error) ? refusal(error.message) : error;

/** What is released, and the changes of it that administrators may make. */
export const releaseAdminRoutes = routePlugin(
  { name: 'release-admin', dependencies: ['sessions'] },
  (app, { db, releaseStorage: storage }: Deps) => {
    const list = async (): Promise<ManagedReleases> => ({
      isManaged: storage !== undefined,
      frontEnds: storage ? await readReleases(storage, (message) => app.log.warn(message)) : [],
    });

    registerRoute(app, listReleasesContract, list);

    registerRoute(app, changeReleaseContract, async ({ params: { name }, body, request }) => {
      if (!storage) throw refusal('Releases are not managed here.');
      const actor = requireUser(request);
      const { action, revision, reason } = body;
      const entry = await readEntry(storage, name);
      const details = {
        action,
        current: entry.version,
        version: findVersion(name, entry, body),
        ...(action === 'percent' && {
          percent: { from: entry.candidate?.audience.percent ?? null, to: body.percent },
        }),
        ...(reason && { reason }),
      };
      const author = { by: actor.username, revision, ...(reason && { reason }) };
      await db.transaction().execute(async (trx) => {
        // Before the change, which no transaction takes back.
        await insertAuditEntry(trx, { action: 'release_changed', actor, subject: name, details, request });
        await applyChange(storage, name, entry, body, author).catch((error: unknown) => {
          throw toRefusal(error);
        });
      });
      return list();
    });
  },
);
