import { formatMinor, parseMinor, type DailyClose } from '@fareline/contracts';
import {
  actOnBookingContract,
  closeReviewCaseContract,
  getBookingRecordContract,
  joinOrphansContract,
  listDailyClosesContract,
  listReviewCasesContract,
  listReviewedLaterBagsContract,
  planReviewCaseContract,
  quoteReviewedCancellationContract,
  quoteReviewedChangeContract,
  refundStrayChargeContract,
  searchBookingsContract,
  searchReviewedChangeOffersContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { requestQuote, toQuoteResponse } from '../cancellations/request-quote.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { listLaterBags } from '../amendments/later-bags.ts';
import { quoteChange } from '../amendments/quote-change.ts';
import { searchChangeOffers } from '../amendments/search-change-offers.ts';
import type { BookingState, DailyClosesTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { unmatchedBrand } from '../reconciliation/close-days.ts';
import { actOnBooking } from './act-on-booking.ts';
import { readBookingRecord, toReviewedBooking } from './booking-record.ts';
import { describeReviewedChange } from './change-for-caller.ts';
import { getReviewedBooking } from './recorded-booking.ts';
import { listDecisions } from '../review-cases/case-decisions.ts';
import { listCases, lockCase } from '../review-cases/review-case.repository.ts';
import { closeCase } from './close-case.ts';
import { joinOrphans } from './join-orphans.ts';
import { markAsAdvance } from './mark-advance.ts';
import { planCase } from './plan-case.ts';
import { refundStrayCharge } from './refund-stray-charge.ts';
import { searchBookings } from './search-bookings.ts';

const pageSize = 50;

/** The entries of a page, of which one more was read, and the cursor of the next page. */
function toPage<Entry>(rows: readonly Entry[], offset: number): { entries: Entry[]; next: string | null } {
  return {
    entries: rows.slice(0, pageSize),
    next: rows.length > pageSize ? String(offset + pageSize) : null,
  };
}

/** 31 days of some 60 brands and currencies. */
const maxCloses = 2000;

function toDailyClose(row: Selectable<DailyClosesTable>): DailyClose {
  const { day, mode, brand, currency, bookings, computed_at } = row;
  const format = (minor: number) => formatMinor(Number(minor), currency);
  return {
    ...{ day, mode, brand: brand === unmatchedBrand ? null : brand, currency, bookings },
    captured: format(row.captured_minor),
    ordered: format(row.ordered_minor),
    refunded: format(row.refunded_minor),
    markup: format(row.markup_minor),
    provider: {
      captured: format(row.provider_captured_minor),
      ordered: format(row.provider_ordered_minor),
      refunded: format(row.provider_refunded_minor),
      disputed: format(row.provider_disputed_minor),
    },
    computedAt: computed_at.toISOString(),
  };
}

/** The review queue and the bookings for support. (REVIEW-01, REVIEW-02, REVIEW-04) */
export const reviewRoutes = routePlugin({ name: 'review', dependencies: ['sessions'] }, (app, deps: Deps) => {
  const { db } = deps;

  registerRoute(app, listReviewCasesContract, async ({ query: { status, cursor }, request }) => {
    const offset = Number(cursor ?? 0);
    const isOpen = status !== 'closed';
    const isListed = {
      open: sql<boolean>`review_cases.closed_at is null`,
      mine: sql<boolean>`review_cases.closed_at is null and assignee_id = ${requireUser(request).id}`,
      closed: sql<boolean>`review_cases.closed_at is not null`,
    }[status];
    const { total } = await db
      .selectFrom('review_cases')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isListed)
      .executeTakeFirstOrThrow();
    const rows = await listCases(db, (cases) =>
      cases
        .where(isListed)
        .$if(isOpen, (open) => open.orderBy(sql`coalesce(due_at < now(), false)`, 'desc'))
        .$if(!isOpen, (closed) => closed.orderBy('review_cases.closed_at', 'desc'))
        .limit(pageSize + 1)
        .offset(offset),
    );
    const { entries, next } = toPage(rows, offset);
    return { cases: entries, total: Number(total), next };
  });

  registerRoute(app, planReviewCaseContract, async ({ params: { id }, body, request }) => {
    await planCase(db, id, body, { user: requireUser(request), ipAddress: request.ip });
    return { success: true as const, message: 'The case is planned.' };
  });

  registerRoute(app, closeReviewCaseContract, async ({ params: { id }, body, request }) => {
    const user = requireUser(request);
    const { text, isAdvance = false } = body;
    const isClosed = await db.transaction().execute(async (trx) => {
      const row = await lockCase(trx, id);
      if (row.closed_at) return false;
      if (!listDecisions(row).includes('close'))
        throw new AppError('ACTION_NOT_POSSIBLE', {
          message:
            'The traveller is told that a person is looking: first decide what becomes of the booking.',
        });
      if (isAdvance) await markAsAdvance(trx, row);
      const details: Record<string, string> = isAdvance ? { refund: 'advance' } : {};
      await closeCase(trx, row, { user, ipAddress: request.ip, text }, details);
      return true;
    });
    return {
      success: true as const,
      message: isClosed ? 'The case is closed.' : 'The case was closed before.',
    };
  });

  registerRoute(app, joinOrphansContract, async ({ params, body: { text }, request }) => {
    const decision = { user: requireUser(request), ipAddress: request.ip, text };
    return { bookingId: await joinOrphans(deps, params.id, decision) };
  });

  registerRoute(app, refundStrayChargeContract, async ({ params, body: { text }, request }) => {
    const decision = { user: requireUser(request), ipAddress: request.ip, text };
    await refundStrayCharge(deps, params.id, decision);
    return { success: true as const, message: 'The charge is refunded, and the case is closed.' };
  });

  registerRoute(app, listDailyClosesContract, async ({ query: { from, to } }) => {
    const rows = await db
      .selectFrom('daily_closes')
      .selectAll()
      .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('dayText'))
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day', 'desc')
      .orderBy('mode')
      .orderBy((eb) => eb('brand', '=', unmatchedBrand))
      .orderBy('brand')
      .orderBy('currency')
      .limit(maxCloses)
      .execute();
    const { comparedAt } = await db
      .selectFrom('reconciliations')
      .select(({ fn }) => fn.max('finished_at').as('comparedAt'))
      .executeTakeFirstOrThrow();
    return {
      closes: rows.map(({ dayText, ...row }) => toDailyClose({ ...row, day: dayText })),
      comparedAt: comparedAt?.toISOString() ?? null,
    };
  });

  registerRoute(app, searchBookingsContract, async ({ query: { text, state, cursor } }) => {
    const offset = Number(cursor ?? 0);
    const rows = await searchBookings(
      db,
      { text, state: state as BookingState | undefined },
      { offset, limit: pageSize + 1 },
    );
    const { entries, next } = toPage(rows, offset);
    return { bookings: entries.map((row) => toReviewedBooking(row, Number(row.openCases))), next };
  });

  registerRoute(app, getBookingRecordContract, ({ params }) => readBookingRecord(deps, params.id));

  registerRoute(app, quoteReviewedCancellationContract, async ({ params, request }) => {
    const booking = await getReviewedBooking(db, params.id);
    const quote = await requestQuote(deps, booking, request.ip);
    const { currency, provider_amount } = booking;
    const orderMinor = parseMinor(provider_amount ?? '', currency) ?? 0;
    return {
      ...(await toQuoteResponse(deps, booking, quote)),
      airline_refund_amount: quote.airlineRefund,
      markup_amount: formatMinor(booking.amount_minor - orderMinor, currency),
      advance_amount: formatMinor(quote.advanceMinor, currency),
    };
  });

  /** Counts a request that costs a call to the airline. */
  const getCountedBooking = async (id: string, request: FastifyRequest): Promise<Booking> => {
    const booking = await getReviewedBooking(db, id);
    await countRequest(deps, requestLimits.change, { ipAddress: request.ip, target: booking.id });
    return booking;
  };

  registerRoute(app, searchReviewedChangeOffersContract, async ({ params, body, request }) => ({
    offers: await searchChangeOffers(deps, await getCountedBooking(params.id, request), body),
  }));

  registerRoute(app, listReviewedLaterBagsContract, async ({ params, request }) => ({
    bags: await listLaterBags(deps, await getCountedBooking(params.id, request)),
  }));

  registerRoute(app, quoteReviewedChangeContract, async ({ params, body, request, reply }) => {
    const booking = await getCountedBooking(params.id, request);
    const change = await quoteChange(deps, booking, body);
    reply.status(201);
    return describeReviewedChange(deps, booking, change);
  });

  registerRoute(app, actOnBookingContract, async ({ params, body, request }) => {
    await actOnBooking(deps, params.id, body, { user: requireUser(request), ipAddress: request.ip });
    return readBookingRecord(deps, params.id);
  });
});
