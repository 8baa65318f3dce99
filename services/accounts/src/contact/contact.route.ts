import { sendContactContract } from '@fareline/contracts/services';
import { readBrandKey, registerRoute, routePlugin } from '@fareline/service-kit';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.repository.ts';

/** Removes line breaks, which would allow forged headers and lines; an email address cannot contain any. */
const toSingleLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

export const contactRoute = routePlugin(
  { name: 'contact', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, sendContactContract, async ({ body, request }) => {
      const brand = await findBrandOrDefault(db, readBrandKey(request));
      const mailId = await insertMail(db, {
        recipient: brand.content.emails.general,
        replyTo: body.email,
        subject: toSingleLine(`Contact form: ${body.subject ?? 'other'}, from ${body.name}`),
        body: [
          `Name: ${toSingleLine(body.name)}`,
          `E-mail: ${body.email}`,
          `Phone: ${toSingleLine(body.phone || 'not given')}`,
          `Subject: ${body.subject ?? 'other'}`,
          `Newsletter: ${body.newsletter ? 'yes' : 'no'}`,
          '',
          body.message || '(no message)',
        ].join('\n'),
      });
      enqueue.mail(mailId);
      return { success: true as const, message: 'Your message has arrived. We answer within 30 minutes.' };
    });
  },
);
