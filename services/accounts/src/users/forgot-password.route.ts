import { forgotPasswordContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { brandOfRequest } from '../brands/brand-of-request.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/outbox.ts';
import { enqueueMail } from '../mail/send-mail.job.ts';
import { resetMail } from './reset-mail.ts';
import { insertResetToken } from './reset-tokens.ts';
import { findByEmail } from './user.repository.ts';

export async function forgotPasswordRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { db, config, jobs } = context;
  registerRoute(app, forgotPasswordContract, async ({ body, request }) => {
    const brand = await brandOfRequest(db, request);
    const user = await findByEmail(db, body.email);
    if (user) {
      const origin = config.SITE_ORIGIN[0] as string;
      const mailId = await db.transaction().execute(async (trx) => {
        const token = await insertResetToken(trx, user.id);
        return queueMail(
          trx,
          resetMail({ user, brandName: brand.name, link: `${origin}/reset-password?token=${token}` }),
        );
      });
      enqueueMail(jobs, mailId);
    }
    return {
      success: true as const,
      message: 'If an account has this address, a link is on its way. It works for one hour.',
    };
  });
}
