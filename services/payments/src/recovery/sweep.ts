import { advance } from '../bookings/advance.ts';
import { settleUnbooked } from '../cards/settle-unbooked.ts';
import type { Context } from '../context.ts';
import { dispatchOutbox } from '../mail/outbox.ts';
import { takeDueBookings, takeDuePayments } from './take-due.ts';

/**
 * Takes what rests too long in a step and goes on from there. The only thing that recovers: a restart, a lost job or a
 * missing Redis need nothing else. Several at once share the work. (MONEY-25)
 */
export async function sweep(context: Context): Promise<void> {
  const [bookings, payments] = await Promise.all([takeDueBookings(context), takeDuePayments(context)]);
  await Promise.all([
    ...bookings.map((booking) => advance(context, booking)),
    ...payments.map((payment) => settleUnbooked(context, payment)),
    dispatchOutbox(context),
  ]);
}
