import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DuffelApiError, invalidField, notFound, requiredField } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import { resolveChosenServices } from '../orders/chosen-services.ts';
import type { ListedOffer } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';
import { listBagServices } from './bag-services.ts';
import { buildSeatMaps } from './seat-map.ts';

const ListQuery = z.object({
  offer_request_id: z.string().optional(),
  max_connections: z.coerce.number().int().min(0).optional(),
  sort: z.enum(['total_amount', '-total_amount', 'total_duration', '-total_duration']).optional(),
});

const PriceInput = z.object({
  intended_payment_methods: z.array(z.looseObject({ type: z.string() })).default([]),
  intended_services: z.array(z.object({ id: z.string(), quantity: z.number().int().min(1) })).default([]),
});

const PassengerInput = z.object({
  given_name: z.string().min(1).max(20).optional(),
  family_name: z.string().min(1).max(20).optional(),
  loyalty_programme_accounts: z
    .array(z.object({ account_number: z.string(), airline_iata_code: z.string() }))
    .optional(),
});

const parseDurationMinutes = (duration: string | null): number => {
  const [, days = 0, hours = 0, rest = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration ?? '') ?? [];
  return Number(days) * 1440 + Number(hours) * 60 + Number(rest);
};
const getTotalDuration = (offer: ListedOffer): number =>
  offer.slices.reduce((sum, slice) => sum + parseDurationMinutes(slice.duration), 0);

function sortOffers(offers: ListedOffer[], sort: z.infer<typeof ListQuery>['sort']): ListedOffer[] {
  if (!sort) return offers;
  const getSortValue = sort.endsWith('total_amount')
    ? (offer: ListedOffer) => toCents(offer.total_amount) ?? 0
    : getTotalDuration;
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...offers].sort((a, b) => sign * (getSortValue(a) - getSortValue(b)) || a.id.localeCompare(b.id));
}

export function addOfferRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/air/offers', async (request) => {
    const query = ListQuery.safeParse(request.query);
    if (!query.success)
      throw invalidField(
        `/${query.error.issues[0]?.path.join('/') ?? ''}`,
        'validation_inclusion',
        'The query is invalid',
      );
    const { offer_request_id: id, max_connections: maxConnections, sort } = query.data;
    if (!id) throw requiredField('/offer_request_id');
    const record = deps.requests.get(id);
    if (!record) throw notFound('offer request');
    const offers = deps.offers
      .listOffers(record)
      .filter(
        (offer) =>
          maxConnections === undefined ||
          offer.slices.every((slice) => slice.segments.length - 1 <= maxConnections),
      );
    return paginate(sortOffers(offers, sort), request.query);
  });

  app.get<{ Params: { id: string }; Querystring: { return_available_services?: string } }>(
    '/air/offers/:id',
    async (request) => {
      const { offer, request: record } = deps.offers.read(request.params.id);
      const withServices = request.query.return_available_services === 'true';
      return {
        data: {
          ...offer,
          available_services: withServices ? listBagServices(offer, deps.offers.getScenario(record)) : [],
        },
      };
    },
  );

  app.post<{ Params: { id: string } }>('/air/offers/:id/actions/price', async (request) => {
    const input = parseData(request, PriceInput);
    const { offer, request: record } = deps.offers.read(request.params.id);
    const services = resolveChosenServices(
      offer,
      deps.offers.getScenario(record),
      input.intended_services,
      (seat) => deps.seats.get(seat) !== undefined,
    );
    const servicesTotal = services.reduce((sum, service) => sum + service.cents, 0);
    const { total_currency: currency } = offer;
    const total = toAmount((toCents(offer.total_amount) ?? 0) + servicesTotal, currency);
    return {
      data: {
        ...offer,
        total_amount: total,
        base_amount: toAmount((toCents(offer.base_amount) ?? 0) + servicesTotal, currency),
        available_services: listBagServices(offer, deps.offers.getScenario(record)),
        intended_services: input.intended_services,
        intended_payment_methods: input.intended_payment_methods.map((method) => ({
          ...method,
          charge_amount: total,
          charge_currency: currency,
          surcharge_amount: toAmount(0, currency),
          surcharge_currency: currency,
        })),
      },
    };
  });

  app.post<{ Params: { id: string } }>('/air/offers/:id/actions/upsell', async (request) => {
    deps.offers.read(request.params.id);
    throw new DuffelApiError(422, {
      type: 'invalid_request_error',
      code: 'unsupported_action',
      title: 'Unsupported action',
      message: 'The resource does not support the following action.',
    });
  });

  app.patch<{ Params: { id: string; passengerId: string } }>(
    '/air/offers/:id/passengers/:passengerId',
    async (request) => {
      const input = parseData(request, PassengerInput);
      const { id, passengerId } = request.params;
      const { offer } = deps.offers.read(id);
      if (!offer.passengers.some((passenger) => passenger.id === passengerId)) throw notFound('passenger');
      const currentPassengers = deps.offers.getOverride(id)?.passengers ?? {};
      deps.offers.updateOverride(id, {
        passengers: { ...currentPassengers, [passengerId]: { ...currentPassengers[passengerId], ...input } },
      });
      return {
        data: deps.offers.find(id).offer.passengers.find((passenger) => passenger.id === passengerId),
      };
    },
  );

  app.get<{ Querystring: { offer_id?: string } }>('/air/seat_maps', async (request) => {
    if (!request.query.offer_id) throw requiredField('/offer_id');
    const { offer, request: record } = deps.offers.read(request.query.offer_id);
    return {
      data:
        deps.offers.getScenario(record) === 'no_services'
          ? []
          : buildSeatMaps(offer, (seat) => deps.seats.get(seat) !== undefined),
    };
  });
}
