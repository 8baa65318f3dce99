import { forgotPasswordContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { findRequestBrand } from '../brands/request-brand.ts';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.ts';
import { enqueueSendMail } from '../mail/send-mail.job.ts';
import { createResetMail } from '../users/reset-mail.ts';
import { insertResetToken } from './reset-token.repository.ts';
import { findByEmail } from '../users/user.repository.ts';

export async function forgotPasswordRoute(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, config, jobs } = deps;
  registerRoute(app, forgotPasswordContract, async ({ body, request }) => {
    const brand = await findRequestBrand(db, request);
    const user = await findByEmail(db, body.email);
    if (user) {
      const origin = config.SITE_ORIGIN[0] as string;
      const mailId = await db.transaction().execute(async (trx) => {
        const token = await insertResetToken(trx, user.id);
        return insertMail(
          trx,
          createResetMail({ user, brandName: brand.name, link: `${origin}/reset-password?token=${token}` }),
        );
      });
      enqueueSendMail(jobs, mailId);
    }
    return {
      success: true as const,
      message: 'If an account has this address, a link is on its way. It works for one hour.',
    };
  });
}
