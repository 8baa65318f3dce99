import {
  deleteTravellerContract,
  listTravellersContract,
  saveTravellerContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { deleteTraveller, listTravellers, saveTraveller } from './traveller.repository.ts';

/** The saved travellers of the signed-in user; those of another user do not exist here. */
export const travellerRoutes = routePlugin(
  { name: 'travellers', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const countChange = async (request: FastifyRequest): Promise<string> => {
      const { id: subject } = requireUser(request);
      await perWindow(
        tableWindow(deps.db),
        [{ ...limits.savedTravellers.changes, subject }],
        tooManyRequests('form_requests', (wait) => `Too many changes. Please try again in ${wait}.`),
      );
      return subject;
    };

    registerRoute(app, listTravellersContract, ({ request }) =>
      listTravellers(deps, requireUser(request).id),
    );

    registerRoute(app, saveTravellerContract, async ({ params: { id }, body, request }) => {
      const outcome = await saveTraveller(deps, { user_id: await countChange(request), id }, body);
      if (outcome === 'no user') throw new AppError('NOT_AUTHENTICATED');
      if (outcome === 'full') throw new AppError('TRAVELLERS_FULL');
      return { success: true as const, message: 'The traveller is saved' };
    });

    registerRoute(app, deleteTravellerContract, async ({ params: { id }, request }) => {
      if (!(await deleteTraveller(deps, { user_id: await countChange(request), id })))
        throw new AppError('TRAVELLER_NOT_FOUND');
      return { success: true as const, message: 'The traveller is deleted' };
    });
  },
);
