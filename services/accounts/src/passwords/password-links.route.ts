import { sendPasswordLinkContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { queueResetMail } from './queue-reset-mail.ts';

/** For a booking's status page, whose service limits its clients. (STATUS-03) */
export const passwordLinksRoute = routePlugin({ name: 'password-links' }, (app, deps: Deps) => {
  registerRoute(app, sendPasswordLinkContract, async ({ body: { email, brand, origin } }) => {
    await queueResetMail(deps, email, () => Promise.resolve({ brand, origin }));
    return { success: true as const };
  });
});
