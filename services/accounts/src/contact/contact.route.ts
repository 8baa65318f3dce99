import { sendContactContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { findRequestBrand } from '../brands/request-brand.ts';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.ts';
import { enqueueSendMail } from '../mail/send-mail.job.ts';

/** Removes line breaks, which would allow header injection. */
const toSingleLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

export async function contactRoute(app: FastifyInstance, { db, jobs }: Deps): Promise<void> {
  registerRoute(app, sendContactContract, async ({ body, request }) => {
    const brand = await findRequestBrand(db, request);
    const mailId = await insertMail(db, {
      recipient: brand.content.emails.general,
      replyTo: toSingleLine(body.email),
      subject: toSingleLine(`Contact form: ${body.subject ?? 'other'}, from ${body.name}`),
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
    enqueueSendMail(jobs, mailId);
    return { success: true as const, message: 'Your message has arrived. We answer within 30 minutes.' };
  });
}
