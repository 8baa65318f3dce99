import { markOfferUsedContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OfferRouteDeps } from './deps.ts';

/** Called by the payments service. An expired offer need not be marked. (PROVIDER-01) */
export function markOfferUsedRoute(app: FastifyInstance, { offers }: OfferRouteDeps): void {
  registerRoute(app, markOfferUsedContract, async ({ params }) => {
    const found = await offers.read(params.id);
    if (found.state === 'stored') await offers.write({ ...found.record, isUsed: true });
    return { success: true as const };
  });
}
