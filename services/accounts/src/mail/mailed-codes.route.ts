import { countMailedCodeContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { createMailboxLimit } from './mail-limits.ts';

/** For the codes of bookings, so that one limit holds for all mails to a mailbox. (LIMIT-05) */
export const mailedCodesRoute = routePlugin({ name: 'mailed-codes' }, (app, { db }: Deps) => {
  registerRoute(app, countMailedCodeContract, async ({ body: { id, email } }) => {
    const once = { ...limits.mailedCode, subject: id };
    const reached = await tableWindow(db).count([once, createMailboxLimit(email)]);
    return { is_within_limit: reached === undefined || reached.limit.kind === once.kind };
  });
});
