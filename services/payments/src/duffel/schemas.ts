import { z } from 'zod';
import type { PlacedOrder, ProviderCancellation } from './flight-provider.ts';

const order = z
  .object({
    id: z.string().min(1),
    booking_reference: z.string().nullish(),
    total_amount: z.string(),
    total_currency: z.string(),
    cancelled_at: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .transform((raw) => ({
    metadata: raw.metadata ?? {},
    order: {
      id: raw.id,
      bookingReference: raw.booking_reference || null,
      amount: raw.total_amount,
      currency: raw.total_currency,
      isCancelled: Boolean(raw.cancelled_at),
    } satisfies PlacedOrder,
  }));

/** Real answers carry more nulls than the SDK's types say. */
export const parseOrder = (raw: unknown) => order.safeParse(raw);

/** Money that reaches our account; a voucher or an airline's credit does not, and is for a person to settle. */
const cashRefundTargets = ['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'];

const cancellation = z
  .object({
    id: z.string().min(1),
    refund_amount: z.string().nullish(),
    refund_currency: z.string().nullish(),
    refund_to: z.string().nullish(),
    expires_at: z.string().nullish(),
    confirmed_at: z.string().nullish(),
  })
  .transform((raw): ProviderCancellation => {
    const isCash =
      !raw.refund_to || cashRefundTargets.includes(raw.refund_to) || Number(raw.refund_amount) === 0;
    return {
      id: raw.id,
      refundAmount: isCash ? (raw.refund_amount ?? null) : null,
      refundCurrency: raw.refund_currency ?? null,
      expiresAt: raw.expires_at ? new Date(raw.expires_at) : null,
      isConfirmed: Boolean(raw.confirmed_at),
    };
  });

export const parseCancellation = (raw: unknown): ProviderCancellation => cancellation.parse(raw);

const duffelError = z.object({
  status: z.number(),
  errors: z
    .array(z.object({ code: z.string(), type: z.string().nullish(), message: z.string().nullish() }))
    .min(1),
});

/** The first error of a refusal in the provider's own form; undefined for anything else that went wrong. */
export function parseDuffelError(error: unknown): { status: number; code: string; type: string } | undefined {
  const parsed = duffelError.safeParse(error);
  const first = parsed.data?.errors[0];
  return parsed.data && first
    ? { status: parsed.data.status, code: first.code, type: first.type ?? '' }
    : undefined;
}

/** What the log may know of a failed call: no bodies. */
export function toLoggableError(error: unknown): Error {
  const known = parseDuffelError(error);
  if (known) return new Error(`the provider answered ${known.status} ${known.type} ${known.code}`);
  return error instanceof Error && error.message
    ? error
    : new Error('the provider did not answer as it should');
}
