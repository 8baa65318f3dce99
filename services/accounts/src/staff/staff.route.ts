import {
  closeStaffAccountContract,
  listStaffContract,
  revokeRoleContract,
} from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import { listStaff } from './staff.repository.ts';
import { closeAccount, takeRoleAway } from './take-role-away.ts';

/** Who has a role, and how it is taken away, for administrators; commands do the same. (GUARD-07) */
export const staffRoutes = routePlugin(
  { name: 'staff', dependencies: ['sessions'] },
  (app, { db, rowKeys, config }: Deps) => {
    registerRoute(app, listStaffContract, async () => ({ staff: await listStaff(db, config) }));

    registerRoute(app, revokeRoleContract, async ({ params: { id }, request }) => {
      const { username } = await takeRoleAway(db, id, { actor: requireUser(request), request });
      return { success: true as const, message: `${username} is not a member of staff any more.` };
    });

    registerRoute(app, closeStaffAccountContract, async ({ params: { id }, request }) => {
      const { user, sealed } = await closeAccount(db, id, { actor: requireUser(request), request });
      await rowKeys.destroy(sealed);
      return { success: true as const, message: `The account ${user.username} is closed.` };
    });
  },
);
