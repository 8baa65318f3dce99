import { formatMinor } from '@fareline/contracts';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import type { AuditEvent, Database } from '../db/schema.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Booking } from '../bookings/booking.repository.ts';

/** Records an accepted cancellation or a paid refund, of the booking's user unless another acted. Call it in the transaction of the action. (ACCOUNT-05) */
export const auditRefund = (
  trx: Database,
  booking: Booking,
  { amount_minor: minor, currency }: { amount_minor: number; currency: string },
  action: Pick<AuditEvent, 'action' | 'actor' | 'ip_address'> & Partial<Pick<AuditEvent, 'user_id'>>,
): Promise<void> =>
  insertAuditEvent(trx, {
    user_id: booking.user_id,
    ...action,
    subject: formatBookingReference(booking) || booking.id,
    details: { booking: booking.id, amount: formatMinor(minor, currency), currency },
  });
