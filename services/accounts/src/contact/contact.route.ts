import { sendContactContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { brandOfRequest } from '../brands/brand-of-request.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/outbox.ts';
import { enqueueMail } from '../mail/send-mail.job.ts';

/** Line breaks in a header would let a visitor write headers of their own. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

export async function contactRoute(app: FastifyInstance, { db, jobs }: Context): Promise<void> {
  registerRoute(app, sendContactContract, async ({ body, request }) => {
    const brand = await brandOfRequest(db, request);
    const mailId = await queueMail(db, {
      recipient: brand.content.emails.general,
      replyTo: oneLine(body.email),
      subject: oneLine(`Contact form: ${body.subject ?? 'other'}, from ${body.name}`),
      body: [
        `Name: ${body.name}`,
        `E-mail: ${body.email}`,
        `Phone: ${body.phone || 'not given'}`,
        `Subject: ${body.subject ?? 'other'}`,
        `Newsletter: ${body.newsletter ? 'yes' : 'no'}`,
        '',
        body.message || '(no message)',
      ].join('\n'),
    });
    enqueueMail(jobs, mailId);
    return { success: true as const, message: 'Your message has arrived. We answer within 30 minutes.' };
  });
}
