import { z } from 'zod';
import type { ProviderCredit } from '../db/schema.ts';
import type { PlacedOrder, ProviderCancellation } from './flight-provider.ts';

/** Refunds that reach our account; vouchers and airline credit do not and need an operator. */
const cashRefundTargets = ['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'];

/** Whether a refund reaches our account; of one whose target the airline does not state this is assumed. */
export const isCashRefund = (target: string | null | undefined): boolean =>
  !target || cashRefundTargets.includes(target);

const creditSchema = z
  .object({
    credit_name: z.string().nullish(),
    credit_code: z.string().nullish(),
    credit_amount: z.string(),
    credit_currency: z.string(),
    passenger_id: z.string().nullish(),
    expires_at: z.string().nullish(),
  })
  .transform((raw): ProviderCredit => ({
    name: raw.credit_name || null,
    code: raw.credit_code || null,
    amount: raw.credit_amount,
    currency: raw.credit_currency,
    passengerId: raw.passenger_id || null,
    expiresOn: raw.expires_at?.slice(0, 10) || null,
  }));

const cancellationSchema = z
  .object({
    id: z.string().min(1),
    refund_amount: z.string().nullish(),
    refund_currency: z.string().nullish(),
    refund_to: z.string().nullish(),
    expires_at: z.string().nullish(),
    confirmed_at: z.string().nullish(),
    airline_credits: z.array(creditSchema).nullish().catch([]),
  })
  .transform((raw): ProviderCancellation => {
    const isCash = isCashRefund(raw.refund_to) || Number(raw.refund_amount) === 0;
    return {
      id: raw.id,
      refundAmount: isCash ? (raw.refund_amount ?? null) : null,
      refundCurrency: raw.refund_currency ?? null,
      expiresAt: raw.expires_at ? new Date(raw.expires_at) : null,
      isCredit: !isCash,
      credits: raw.airline_credits ?? [],
      isConfirmed: Boolean(raw.confirmed_at),
    };
  });

export const parseCancellation = (raw: unknown): ProviderCancellation => cancellationSchema.parse(raw);

export const orderSchema = z
  .object({
    id: z.string().min(1),
    booking_reference: z.string().nullish(),
    total_amount: z.string(),
    total_currency: z.string(),
    cancelled_at: z.string().nullish(),
    created_at: z.string().nullish(),
    cancellation: cancellationSchema.nullish().catch(null),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .transform((raw) => ({
    metadata: raw.metadata ?? {},
    createdAt: raw.created_at ? new Date(raw.created_at) : undefined,
    order: {
      id: raw.id,
      bookingReference: raw.booking_reference || null,
      amount: raw.total_amount,
      currency: raw.total_currency,
      isCancelled: Boolean(raw.cancelled_at),
      cancellation: raw.cancellation ?? null,
    } satisfies PlacedOrder,
  }));

/** Validates leniently, because real responses contain nulls that the SDK's types exclude. */
export const parseOrder = (raw: unknown) => orderSchema.safeParse(raw);

const duffelErrorSchema = z.object({
  status: z.number(),
  errors: z
    .array(
      z.object({
        code: z.string(),
        type: z.string().nullish(),
        message: z.string().nullish(),
        // The name of an airline instead, where that has refused the call.
        source: z.object({ pointer: z.string() }).nullish().catch(undefined),
      }),
    )
    .min(1),
});

interface DuffelError {
  status: number;
  code: string;
  type: string;
  /** JSON pointer of the invalid field. */
  pointer: string | undefined;
}

/** The first error of a response in the provider's error format; undefined for any other failure. */
export function parseDuffelError(error: unknown): DuffelError | undefined {
  const parsed = duffelErrorSchema.safeParse(error);
  const first = parsed.data?.errors[0];
  return parsed.data && first
    ? {
        status: parsed.data.status,
        code: first.code,
        type: first.type ?? '',
        pointer: first.source?.pointer,
      }
    : undefined;
}

/** An error without the response body, which must not be logged. */
export function toLoggableError(error: unknown): Error {
  const known = parseDuffelError(error);
  if (known) return new Error(`the provider responded with ${known.status} ${known.type} ${known.code}`);
  return error instanceof Error && error.message ? error : new Error('the provider call failed');
}
