import { z } from 'zod';
import { amountSchema } from '../common.schema.ts';
import { cardSummarySchema } from '../payments/payment.schema.ts';

/** What becomes of money that comes back, or of a part of it: of one payment, or what a person pays. (REFUND-04) */
export const refundShareSchema = z.object({
  amount: amountSchema,
  /** Null before it is known, without money, of several cards, and on pages without a sign-in. */
  card: cardSummarySchema.nullable(),
  /**
   * `none`: the fare gives nothing back; `pending`: not made yet; `failed`: still owed; `owed`: the airline has cancelled; `disputed`:
   * the cardholder's bank decides first; `by_bank`: the bank has given the payment back; `review`: no payment has so much left, so that
   * a person decides.
   */
  state: z.enum(['none', 'pending', 'paid', 'failed', 'owed', 'disputed', 'by_bank', 'review']),
  /** The day by which the bank usually shows it, yyyy-MM-dd. */
  expected_on: z.string(),
});
export type RefundShare = z.output<typeof refundShareSchema>;
