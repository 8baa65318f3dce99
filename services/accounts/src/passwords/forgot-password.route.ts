import { mailedLinks } from '@fareline/contracts';
import { forgotPasswordContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { queueResetMail } from './queue-reset-mail.ts';

/** The response is the same for every address, with or without an account and over its limit. (LOGIN-06, LIMIT-05) */
export const forgotPasswordRoute = routePlugin(
  { name: 'forgot-password', dependencies: ['form-request-limit'] },
  (app, deps: Deps) => {
    registerRoute(app, forgotPasswordContract, async ({ body, request }) => {
      await queueResetMail(deps, body.email, () => readMailSite(request));
      return {
        success: true as const,
        message: `If an account has this address, a link is on its way. It works for ${mailedLinks.passwordMinutes} minutes. We send at most ${mailedLinks.perHour} an hour.`,
      };
    });
  },
);
