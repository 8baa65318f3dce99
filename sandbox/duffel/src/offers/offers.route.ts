import type { FastifyInstance } from 'fastify';
import { requiredField } from '../http/errors.ts';
import type { Deps } from '../deps.ts';
import { listOfferServices } from './offer-services.ts';
import { buildSeatMaps } from './seat-map.ts';

/** What a single offer has besides the fields of a list; only an offer that was priced for a way to pay has other values. */
const NOTHING_INTENDED = {
  intended_payment_methods: [],
  intended_services: [],
  available_airline_credit_ids: [],
};

export function addOfferRoutes(app: FastifyInstance, deps: Deps): void {
  const isBooked = (seatKey: string): boolean => deps.seats.get(seatKey) !== undefined;
  app.get<{ Params: { id: string }; Querystring: { return_available_services?: string } }>(
    '/air/offers/:id',
    async (request) => {
      const { offer, request: record } = deps.offers.read(request.params.id, request.liveMode);
      const withServices = request.query.return_available_services === 'true';
      return {
        data: {
          ...offer,
          ...NOTHING_INTENDED,
          available_services: withServices
            ? listOfferServices(
                offer,
                deps.offers.getScenario(record),
                isBooked,
                deps.offers.getOverride(offer.id)?.bags,
              )
            : [],
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
          : buildSeatMaps(offer, deps.offers.getScenario(record), isBooked),
    };
  });
}
