import { forgotPasswordContract } from '@fareline/contracts/services';
import { countAttempt, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { insertMail, requireMailQueue } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { createResetMailLimit } from './reset-mail-limit.ts';

/**
 * Does the same work for every address, so that nothing reveals whether it has an account: the job looks it up. Over the limit
 * of an address no mail is sent, and the answer is the same. (LOGIN-06, LIMIT-05)
 */
export const forgotPasswordRoute = routePlugin(
  { name: 'forgot-password', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, forgotPasswordContract, async ({ body, request }) => {
      await requireMailQueue(db, 'password-reset');
      const site = await readMailSite(request);
      const isWithinLimit = (await countAttempt(db, createResetMailLimit(body.email))) === undefined;
      if (isWithinLimit)
        enqueue.mail(await insertMail(db, { kind: 'password-reset', recipient: body.email, ...site }));
      return {
        success: true as const,
        message:
          'If an account has this address, a link is on its way. It works for one hour. We send at most three an hour.',
      };
    });
  },
);
