import { forgotPasswordContract } from '@fareline/contracts/services';
import { registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';

/** Does the same work for every address, so that nothing reveals whether it has an account: the job looks it up. (LOGIN-06) */
export const forgotPasswordRoute = routePlugin(
  { name: 'forgot-password', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, forgotPasswordContract, async ({ body, request }) => {
      const site = await readMailSite(request);
      enqueue.mail(await insertMail(db, { kind: 'password-reset', recipient: body.email, ...site }));
      return {
        success: true as const,
        message: 'If an account has this address, a link is on its way. It works for one hour.',
      };
    });
  },
);
