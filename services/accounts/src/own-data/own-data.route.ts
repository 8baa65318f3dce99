import { deleteAccountContract, exportAccountContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { clearVisitorCookies } from '@fareline/service-kit/http/visitor-cookie';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { clearSessionCookie } from '@fareline/service-kit/sessions/session-cookie';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { insertAuditEntry, listActivity } from '../audit/audit.repository.ts';
import { listContactCasesOf } from '../contact/contact-case.repository.ts';
import type { Deps } from '../deps.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { readMailSite } from '../mail/read-mail-site.ts';
import { requireCurrentPassword } from '../sessions/verify-current-password.ts';
import { deleteAccount } from './delete-account.ts';
import { listTravellers } from '../travellers/traveller.repository.ts';
import { isStaff, lockUser } from '../users/user.repository.ts';

/** Export and deletion of an account by its user, as the privacy policy promises. (POLICY-09) */
export const ownDataRoutes = routePlugin(
  { name: 'own-data', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const { config, db, rowKeys, enqueue } = deps;
    registerRoute(app, exportAccountContract, async ({ request }) => {
      const account = requireUser(request);
      const actor = { id: account.id, username: account.username };
      await insertAuditEntry(db, { action: 'data_exported', actor, request });
      const [travellers, activity] = [
        await listTravellers(deps, account.id),
        await listActivity(db, account.id),
      ];
      // Anyone can register with an address; only its owner can confirm it.
      const contactCases = account.emailVerified ? await listContactCasesOf(db, account.email) : [];
      return { account, travellers, activity, contactCases };
    });

    registerRoute(app, deleteAccountContract, async ({ body, request, reply }) => {
      const { id, password_hash } = await requireCurrentPassword(deps, request, body.password);
      const site = await readMailSite(request);
      const { mailId, sealed } = await db.transaction().execute(async (trx) => {
        const user = await lockUser(trx, id);
        // Deleted meanwhile, or a concurrent change or reset has replaced the password.
        if (user?.password_hash !== password_hash) throw new AppError('NOT_AUTHENTICATED');
        // Otherwise the last administrator could lock everybody out.
        if (isStaff(user))
          throw new AppError('FORBIDDEN', {
            message: 'An account of the staff cannot be deleted here. Please ask who runs the site.',
          });
        await insertAuditEntry(trx, { action: 'account_deleted', actor: user, request });
        return {
          sealed: await deleteAccount(trx, user),
          mailId: await insertMail(trx, { kind: 'account-deleted', subject: user.email, ...site }),
        };
      });
      await rowKeys.destroy(sealed);
      enqueue.mail(mailId);
      clearSessionCookie(reply, config.SITE_ORIGIN);
      clearVisitorCookies(reply, config.SITE_ORIGIN);
      return { success: true as const, message: 'Your account is deleted' };
    });
  },
);
