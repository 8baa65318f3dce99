import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DuffelProblem, invalidField, notFound, required } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import { chosenServices } from '../orders/chosen-services.ts';
import type { ListedOffer } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { toAmount, toCents } from '../state/money.ts';
import { bagServices } from './bag-services.ts';
import { seatMaps } from './seat-map.ts';

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

const minutes = (duration: string | null): number => {
  const [, days = 0, hours = 0, rest = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration ?? '') ?? [];
  return Number(days) * 1440 + Number(hours) * 60 + Number(rest);
};
const totalDuration = (offer: ListedOffer): number =>
  offer.slices.reduce((sum, slice) => sum + minutes(slice.duration), 0);

function sorted(offers: ListedOffer[], sort: z.infer<typeof ListQuery>['sort']): ListedOffer[] {
  if (!sort) return offers;
  const value = sort.endsWith('total_amount')
    ? (offer: ListedOffer) => toCents(offer.total_amount) ?? 0
    : totalDuration;
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...offers].sort((a, b) => sign * (value(a) - value(b)) || a.id.localeCompare(b.id));
}

export function addOfferRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/air/offers', async (request) => {
    const query = ListQuery.safeParse(request.query);
    if (!query.success)
      throw invalidField(
        `/${query.error.issues[0]?.path.join('/') ?? ''}`,
        'validation_inclusion',
        'The query is invalid',
      );
    const { offer_request_id: id, max_connections: most, sort } = query.data;
    if (!id) throw required('/offer_request_id');
    const record = sandbox.requests.get(id);
    if (!record) throw notFound('offer request');
    const offers = sandbox.offers
      .listOf(record)
      .filter(
        (offer) => most === undefined || offer.slices.every((slice) => slice.segments.length - 1 <= most),
      );
    return paginate(sorted(offers, sort), request.query);
  });

  app.get<{ Params: { id: string }; Querystring: { return_available_services?: string } }>(
    '/air/offers/:id',
    async (request) => {
      const { offer, request: record } = sandbox.offers.read(request.params.id);
      const asked = request.query.return_available_services === 'true';
      return {
        data: {
          ...offer,
          available_services: asked ? bagServices(offer, sandbox.offers.scenarioOf(record)) : [],
        },
      };
    },
  );

  app.post<{ Params: { id: string } }>('/air/offers/:id/actions/price', async (request) => {
    const input = parseData(request, PriceInput);
    const { offer, request: record } = sandbox.offers.read(request.params.id);
    const services = chosenServices(
      offer,
      sandbox.offers.scenarioOf(record),
      input.intended_services,
      (seat) => sandbox.seats.get(seat) !== undefined,
    );
    const extra = services.reduce((sum, service) => sum + service.cents, 0);
    const { total_currency: currency } = offer;
    const total = toAmount((toCents(offer.total_amount) ?? 0) + extra, currency);
    return {
      data: {
        ...offer,
        total_amount: total,
        base_amount: toAmount((toCents(offer.base_amount) ?? 0) + extra, currency),
        available_services: bagServices(offer, sandbox.offers.scenarioOf(record)),
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
    sandbox.offers.read(request.params.id);
    throw new DuffelProblem(422, {
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
      const { offer } = sandbox.offers.read(id);
      if (!offer.passengers.some((passenger) => passenger.id === passengerId)) throw notFound('passenger');
      const before = sandbox.offers.overrideOf(id)?.passengers ?? {};
      sandbox.offers.override(id, {
        passengers: { ...before, [passengerId]: { ...before[passengerId], ...input } },
      });
      return {
        data: sandbox.offers.find(id).offer.passengers.find((passenger) => passenger.id === passengerId),
      };
    },
  );

  app.get<{ Querystring: { offer_id?: string } }>('/air/seat_maps', async (request) => {
    if (!request.query.offer_id) throw required('/offer_id');
    const { offer, request: record } = sandbox.offers.read(request.query.offer_id);
    return {
      data:
        sandbox.offers.scenarioOf(record) === 'no_services'
          ? []
          : seatMaps(offer, (seat) => sandbox.seats.get(seat) !== undefined),
    };
  });
}
