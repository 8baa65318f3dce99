import {
  endOtherSessionsContract,
  endOwnSessionContract,
  listOwnSessionsContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { toClientRange } from '@fareline/service-kit/limits/client';
import { requireSession, requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { lockUser } from '../users/user.repository.ts';
import { endSessions, listActiveSessions } from './session.repository.ts';

/** Enough to know it again, on a screen that others may see. */
const shorten = (network: string): string | null => toClientRange(network)?.replace(/\.0\/24$/, '.…') ?? null;

/** Everybody sees where they are signed in, and signs out there. (GUARD-07) */
export const ownSessionRoutes = routePlugin(
  { name: 'own-sessions', dependencies: ['sessions'] },
  (app, { db, config }: Deps) => {
    registerRoute(app, listOwnSessionsContract, async ({ request }) => {
      const own = requireSession(request).jti;
      const rows = await listActiveSessions(db, config, requireUser(request).id);
      return {
        sessions: rows.map(({ id, device, network, created_at, last_used_at }) => ({
          ...{ id, device, network: network && shorten(network), isThis: id === own },
          ...{ signedInAt: created_at.toISOString(), lastUsedAt: last_used_at.toISOString() },
        })),
      };
    });

    /** Ends sessions of the user and returns how many. The lock keeps a renewal from replacing one of them at the same time. */
    const end = (request: FastifyRequest, which: Parameters<typeof endSessions>[3]) =>
      db.transaction().execute(async (trx) => {
        const user = requireUser(request);
        await lockUser(trx, user.id);
        const count = await endSessions(trx, config, user.id, which);
        if (count > 0)
          await insertAuditEntry(trx, {
            ...{ action: 'sessions_ended', actor: user, details: { count }, request },
          });
        return count;
      });

    registerRoute(app, endOwnSessionContract, async ({ params: { id }, request }) => {
      if ((await end(request, { id })) === 0)
        throw new AppError('NOT_FOUND', { message: 'You are not signed in there any more.' });
      return { success: true as const, message: 'You are signed out there.' };
    });

    registerRoute(app, endOtherSessionsContract, async ({ request }) => {
      const count = await end(request, { except: requireSession(request).jti });
      const browsers = count === 1 ? 'one other browser' : `${count} other browsers`;
      return {
        ...{ success: true as const },
        message: count === 0 ? 'You were signed in nowhere else.' : `You are signed out in ${browsers}.`,
      };
    });
  },
);
