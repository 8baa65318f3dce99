import type { FastifyInstance } from 'fastify';
import { requiredField } from '../http/errors.ts';
import type { Deps } from '../deps.ts';
import { listBagServices } from './bag-services.ts';
import { buildSeatMaps } from './seat-map.ts';

export function addOfferRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { id: string }; Querystring: { return_available_services?: string } }>(
    '/air/offers/:id',
    async (request) => {
      const { offer, request: record } = deps.offers.read(request.params.id, request.liveMode);
      const withServices = request.query.return_available_services === 'true';
      return {
        data: {
          ...offer,
          available_services: withServices ? listBagServices(offer, deps.offers.getScenario(record)) : [],
        },
      };
    },
  );

  app.get<{ Querystring: { offer_id?: string } }>('/air/seat_maps', async (request) => {
    if (!request.query.offer_id) throw requiredField('/offer_id');
    const { offer, request: record } = deps.offers.read(request.query.offer_id, request.liveMode);
    return {
      data:
        deps.offers.getScenario(record) === 'no_services'
          ? []
          : buildSeatMaps(offer, (seat) => deps.seats.get(seat) !== undefined),
    };
  });
}
