import type { Brand } from '@fareline/contracts';
import { sendContactContract } from '@fareline/contracts/services';
import { defaultBrand } from '@fareline/contracts/schemas';
import {
  AppError,
  countAttempt,
  registerRoute,
  routePlugin,
  toMailLine,
  toMailText,
  toNetworkLimits,
} from '@fareline/service-kit';
import { sql } from 'kysely';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { countMail } from '../mail/mail-limits.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';

/** The mailbox of a brand; a new brand may have none, then the one of the default brand. (HOST-04) */
async function findRecipient(db: Database, brand: Brand): Promise<string> {
  const general = ({ contact, content }: Brand) => content.emails.general || contact.email;
  return general(brand) || general(await findBrandOrDefault(db, defaultBrand.id)) || general(defaultBrand);
}

const hourSeconds = 3600;

/** Messages of one client in an hour. */
const maxMessages = 10;

/** Messages to one mailbox in an hour that are sent at once; later ones follow one a minute. */
const maxMailboxMessages = 60;
const paceSeconds = 60;

/** Messages that may wait for one mailbox: more than a few clients can send. */
const maxWaiting = 1000;
const queueRetryAfterSeconds = 600;

/**
 * How long a message waits, so that its mailbox is not flooded, whoever sends. None is dropped, and strangers cannot close the
 * form for everybody: above the limit messages arrive later. Throws SERVICE_UNAVAILABLE when too many wait. (LIMIT-05, LIMIT-06)
 */
async function getDelaySeconds(trx: Database, recipient: string): Promise<number> {
  const limit = { subject: recipient.toLowerCase(), max: maxMailboxMessages, windowSeconds: hourSeconds };
  // Locks the counter, so that concurrent messages to the mailbox are delayed one after the other.
  const reached = await countAttempt(trx, { kind: 'contact mailbox', ...limit });
  const { waiting, delayed } = await trx
    .selectFrom('outbox')
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`(count(*) filter (where next_attempt_at > clock_timestamp()))::int`.as('delayed'),
    ])
    .where('kind', '=', 'text')
    .where('recipient', '=', recipient)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (waiting >= maxWaiting)
    throw new AppError('SERVICE_UNAVAILABLE', {
      message: 'We get very many messages right now. Please call us, or try again in 10 minutes.',
      retryAfterSeconds: queueRetryAfterSeconds,
    });
  return reached ? reached.retryAfterSeconds + delayed * paceSeconds : 0;
}

export const contactRoute = routePlugin(
  { name: 'contact', dependencies: ['form-request-limit'] },
  (app, { db, enqueue }: Deps) => {
    registerRoute(app, sendContactContract, async ({ body, request }) => {
      const site = await readMailSite(request);
      const brand = await findBrandOrDefault(db, site.brand);
      await countMail(
        db,
        toNetworkLimits(request.ip, maxMessages).map(({ network, max }) => ({
          kind: 'contact',
          subject: network,
          max,
          windowSeconds: hourSeconds,
        })),
        'You have sent several messages already, and we will answer them. If it is urgent, please call us.',
      );
      const recipient = await findRecipient(db, brand);
      const mail = {
        kind: 'text' as const,
        ...site,
        recipient,
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
      };
      const mailId = await db
        .transaction()
        .execute(async (trx) => insertMail(trx, mail, await getDelaySeconds(trx, recipient)));
      enqueue.mail(mailId);
      return { success: true as const, message: 'Your message has arrived. We answer within 30 minutes.' };
    });
  },
);
