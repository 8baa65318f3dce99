import { sendVerificationContract } from '@fareline/contracts/services';
import { AppError, registerRoute, requireUser, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { countAttempt } from '../limits/attempt.repository.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';

/** Mails to one email address in an hour. */
const maxMails = 3;

export const sendVerificationRoute = routePlugin(
  { name: 'send-verification', dependencies: ['sessions', 'form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, sendVerificationContract, async ({ request }) => {
      const user = requireUser(request);
      if (user.emailVerified)
        return { success: true as const, message: 'Your email address is confirmed already' };
      const limit = { kind: 'verification mail', subject: user.id, max: maxMails, windowSeconds: 3600 };
      const retryAfterSeconds = await countAttempt(db, limit);
      if (retryAfterSeconds !== undefined)
        throw new AppError('TOO_MANY_REQUESTS', {
          message:
            'We have sent this link several times. Please look into your spam folder, or try again in an hour.',
          retryAfterSeconds,
        });
      enqueue.mail(
        await insertMail(db, {
          kind: 'email-verification',
          userId: user.id,
          ...(await readMailSite(request)),
        }),
      );
      return { success: true as const, message: 'The link is on its way' };
    });
  },
);
