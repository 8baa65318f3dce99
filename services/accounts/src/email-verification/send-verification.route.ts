import { sendVerificationContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import { countMail, createVerificationMailLimits } from '../mail/mail-limits.ts';
import { insertMail, requireMailQueue } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';

export const sendVerificationRoute = routePlugin(
  { name: 'send-verification', dependencies: ['sessions', 'form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, sendVerificationContract, async ({ request }) => {
      const user = requireUser(request);
      if (user.emailVerified)
        return { success: true as const, message: 'Your email address is confirmed already' };
      await requireMailQueue(db, 'email-verification');
      await countMail(
        db,
        createVerificationMailLimits(user.email),
        'We have sent this link several times. Please look into your spam folder too.',
      );
      enqueue.mail(
        await insertMail(db, {
          kind: 'email-verification',
          subject: user.id,
          ...(await readMailSite(request)),
        }),
      );
      return { success: true as const, message: 'The link is on its way' };
    });
  },
);
