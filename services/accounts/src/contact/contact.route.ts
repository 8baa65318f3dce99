import { sayAnswerTime, type BodyOf, type Brand, type sendContact } from '@fareline/contracts';
import { sendContactContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { ofClientAt } from '@fareline/service-kit/limits/client';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { toMailLine, toMailText } from '@fareline/service-kit/mail';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Database, MailSite } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { countMail, createContactCopyLimits } from '../mail/mail-limits.ts';
import { insertMail, requireMailQueue } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { openContactCase } from './contact-case.repository.ts';
import { toExcerpt } from './excerpt.ts';
import { findMailbox } from './find-mailbox.ts';

/**
 * Queues the copy to the address that was entered; none beyond its limit, nor while so many write that their messages go together.
 * (LIMIT-05)
 */
async function queueCopy(
  { db, enqueue }: Pick<Deps, 'db' | 'enqueue'>,
  { email, subject: topic, message = '' }: BodyOf<typeof sendContact>,
  site: MailSite,
): Promise<void> {
  if (await tableWindow(db).count(createContactCopyLimits(email))) return;
  const contactCopy = { ...(topic ? { topic } : {}), excerpt: toExcerpt(message) };
  enqueue.mail(await insertMail(db, { kind: 'contact-copy', subject: email, ...site, contactCopy }));
}

/** Opens a case for what the message asks of support; a guarantee that the brand does not claim is a message like others. (PROMISE-07) */
async function openCases(
  trx: Database,
  { name, email, subject, message = '', newsletter }: BodyOf<typeof sendContact>,
  { id, content }: Brand,
): Promise<void> {
  const sender = { brand: id, name: toMailLine(name), email };
  if (subject === 'price-guarantee' && content.claims.lowestPriceCredit > 0)
    await openContactCase(trx, { ...sender, kind: 'price-guarantee', message: toMailText(message) });
  if (newsletter) await openContactCase(trx, { ...sender, kind: 'newsletter' });
}

export const contactRoute = routePlugin(
  { name: 'contact', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, sendContactContract, async ({ body, request }) => {
      const site = await readMailSite(request);
      const brand = await findBrandOrDefault(db, site.brand);
      const recipient = await findMailbox(db, brand);
      await requireMailQueue(db, 'text', {
        max: limits.waitingContactMessages,
        message: 'We get very many messages right now. Please call us, or try again in a minute.',
        limit: 'contact_queue',
        recipient,
      });
      await countMail(
        db,
        limits.contactMessages.flatMap((limit) => ofClientAt(request.ip, limit)),
        'You have sent several messages already, and we will answer them. If it is urgent, please call us.',
      );
      const mail = {
        kind: 'text' as const,
        ...site,
        subject: recipient,
        message: {
          replyTo: body.email,
          subject: toMailLine(`Contact form: ${body.subject ?? 'other'}, from ${body.name}`),
          body: [
            `Name: ${toMailLine(body.name)}`,
            `E-mail: ${body.email}`,
            `Phone: ${toMailLine(body.phone || 'not given')}`,
            `Subject: ${body.subject ?? 'other'}`,
            // A mailbox may be that of several brands.
            `Site: ${toMailLine(brand.name)}, ${site.origin}`,
            `Newsletter: ${body.newsletter ? 'yes' : 'no'}`,
            '',
            toMailText(body.message || '(no message)'),
          ].join('\n'),
        },
      };
      const mailbox = { ...limits.contactMailbox, subject: recipient.toLowerCase() };
      const isAboveLimit = (await tableWindow(db).count([mailbox])) !== undefined;
      const mailId = await db.transaction().execute(async (trx) => {
        await openCases(trx, body, brand);
        return insertMail(trx, mail, { inDigest: isAboveLimit });
      });
      if (!isAboveLimit) {
        enqueue.mail(mailId);
        await queueCopy({ db, enqueue }, body, site);
      }
      const answerTime = sayAnswerTime(body.subject, brand.content);
      return {
        success: true as const,
        message: ['Your message has arrived.', answerTime].filter(Boolean).join(' '),
      };
    });
  },
);
