import { defaultBrand } from '@fareline/contracts/schemas';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Database } from '../db/schema.ts';
import { deleteFactorsOfUser } from '../factors/factor.repository.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { endSessionsOfUser } from '../sessions/session.repository.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { getStaffOrigins } from '../users/staff-origins.ts';
import { getStaff } from './take-role-away.ts';

/** Where staff sign in, as far as a command was told. */
export type StaffSite = Parameters<typeof getStaffOrigins>[0];

/** A link with which a member of staff adds a first second factor, once and within 24 hours; a path where the origin is unknown. (GUARD-03) */
export async function createSetUpLink(trx: Database, userId: string, site: StaffSite): Promise<string> {
  const [origin = ''] = getStaffOrigins(site);
  return `${origin}/login#set-up=${await insertMailedToken(trx, 'factor-set-up', userId)}`;
}

/**
 * For a member of staff who has neither their second factors nor recovery codes any more: removes all, ends their sessions and returns a
 * link to add a first factor anew. They are told by mail, because whoever asked for it may be another person. Only for operators: who
 * has taken an administrator's session over must not get others. (GUARD-07, GUARD-09)
 */
export const resetFactors = (db: Database, userId: string, site: StaffSite): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const user = await getStaff(trx, userId);
    await deleteFactorsOfUser(trx, user.id);
    await endSessionsOfUser(trx, user.id);
    await insertAuditEntry(trx, { action: 'factors_reset', actor: 'operator', subject: user.username });
    await insertMail(trx, {
      ...{ kind: 'staff-security', subject: user.id, brand: defaultBrand.id },
      // Links in mails to staff lead to the origin of the service that sends them.
      origin: '',
      security: {
        subject: 'Your second factors were removed',
        sentence:
          'An operator of the site removed your second factors and recovery codes, signed you out everywhere and made a link with which a new second factor is added, once and within 24 hours.',
      },
    });
    return createSetUpLink(trx, user.id, site);
  });
