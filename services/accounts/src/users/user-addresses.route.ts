import { checkUserAddressContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { findById, hasEmail } from './user.repository.ts';

/** For a booking whose address support corrects; of an account that was deleted nothing keeps it. (GUARD-11) */
export const userAddressesRoute = routePlugin({ name: 'user-addresses' }, (app, { db }: Deps) => {
  registerRoute(app, checkUserAddressContract, async ({ body: { user_id, email } }) => {
    const user = await findById(db, user_id);
    return { is_of_user: user === undefined || hasEmail(user, email) };
  });
});
