import type { ReleaseTable } from '@fareline/contracts';
import { isStaffPath } from '@fareline/contracts/pages';

/** The front ends of the administration: no other one's release acts as staff. (GUARD-04) */
export const administrationFrontEnds: readonly string[] = ['shell', 'account'];

/**
 * The releases of the host of a request: all, where the administration has no host of its own; else without the screens of staff, and
 * at the administration its front ends alone. (GUARD-10)
 */
export function selectReleases(
  releases: ReleaseTable,
  isToAdministration: boolean | undefined,
): ReleaseTable {
  if (isToAdministration === undefined) return releases;
  const entries = Object.entries(releases);
  if (isToAdministration)
    return Object.fromEntries(entries.filter(([name]) => administrationFrontEnds.includes(name)));
  return Object.fromEntries(
    entries.map(([name, release]) => [
      name,
      { ...release, routes: release.routes.filter(({ path }) => !isStaffPath(path)) },
    ]),
  );
}
