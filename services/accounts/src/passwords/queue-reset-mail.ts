import { tableWindow } from '@fareline/service-kit/limits/table-window';
import type { Deps } from '../deps.ts';
import { createMailboxLimit, createResetMailLimit } from '../mail/mail-limits.ts';
import type { MailSite } from '../db/schema.ts';
import { insertMail, requireMailQueue } from '../mail/outbox.repository.ts';

/**
 * Does the same work for every address, so that nothing reveals whether it has an account: the job looks it up. Over the limit
 * of an address no mail is sent. (LOGIN-06, LIMIT-05)
 */
export async function queueResetMail(
  { db, enqueue }: Pick<Deps, 'db' | 'enqueue'>,
  recipient: string,
  findSite: () => Promise<MailSite>,
): Promise<void> {
  await requireMailQueue(db, 'password-reset');
  const site = await findSite();
  const limits = [createResetMailLimit(recipient), createMailboxLimit(recipient)];
  if (!(await tableWindow(db).count(limits)))
    enqueue.mail(await insertMail(db, { kind: 'password-reset', subject: recipient, ...site }));
}
