import type { Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { createSandboxControl, DuffelLedger, StripeLedger } from './sandbox-control.ts';

interface Sources {
  db: Database;
  schema: string;
  mail: Program;
  duffel: ReturnType<typeof createSandboxControl<DuffelLedger>>;
  stripe: ReturnType<typeof createSandboxControl<StripeLedger>>;
}

/** Reads the results of a test: database tables, sent emails and the ledgers of the provider sandboxes. */
export const createInspection = ({ db, schema, mail, duffel, stripe }: Sources) => ({
  /** All rows of all tables as text. */
  async dumpTables(): Promise<string> {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = ${schema}`.execute(db);
    const texts = await Promise.all(
      rows.map(async ({ name }) => {
        const found = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t`.execute(
          db,
        );
        return `${name}: ${found.rows.map(({ line }) => line).join('\n')}`;
      }),
    );
    return texts.join('\n');
  },

  /** All emails sent to an email address. */
  async getEmails(email: string): Promise<{ subject: string; text: string }[]> {
    const response = await fetch(`${mail.url}/messages?to=${encodeURIComponent(email)}`);
    return (await response.json()) as { subject: string; text: string }[];
  },

  /** The orders and payment intents of one offer in the providers' ledgers; `orders` excludes cancelled ones. */
  async ledgerFor(offer: Pick<Offer, 'id'>) {
    const [duffelLedger, stripeLedger] = await Promise.all([duffel.ledger(), stripe.ledger()]);
    const intents = stripeLedger.payment_intents.filter(({ metadata }) => metadata.offer_id === offer.id);
    return {
      orders: duffelLedger.orders.filter(
        ({ offer_id, status }) => offer_id === offer.id && status !== 'cancelled',
      ),
      allOrders: duffelLedger.orders.filter(({ offer_id }) => offer_id === offer.id),
      intents,
      captured: intents.filter(({ amount_received }) => amount_received > 0),
      uncaptured: intents.filter(({ status }) => status === 'requires_capture'),
    };
  },

  /** Waits until no payment or booking of the offer is in progress. */
  async waitUntilProcessed(offer: Pick<Offer, 'id'>): Promise<void> {
    await eventually(async () => {
      const payments = await db
        .selectFrom('payments')
        .select('state')
        .where('offer_id', '=', offer.id)
        .where((eb) =>
          eb.or([
            eb('state', 'in', ['authorising', 'voiding', 'capturing']),
            eb.and([eb('state', '=', 'authorised'), eb('booking_id', 'is not', null)]),
          ]),
        )
        .execute();
      const bookings = await db
        .selectFrom('bookings')
        .select('state')
        .where('offer_id', '=', offer.id)
        .where('state', 'not in', ['confirmed', 'voided', 'needs_review', 'cancelled', 'completed'])
        .execute();
      return payments.length + bookings.length === 0 ? true : undefined;
    }, 25_000);
  },
});
