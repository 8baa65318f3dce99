import type { CrashCase, ProviderCall } from './cases.ts';

/** Factor of all times of payments: short, and long enough for a busy machine with two cores. */
export const timeScale = 0.03;
/** How long the service waits for an answer of the call, or for its effect without one. */
const settleMs = 150_000 * timeScale;

const routes: Record<ProviderCall, { provider: 'duffel' | 'stripe'; path: string }> = {
  authorise: { provider: 'stripe', path: '^/v1/payment_intents$' },
  order: { provider: 'duffel', path: '^/air/orders$' },
  capture: { provider: 'stripe', path: '^/v1/payment_intents/[^/]+/capture$' },
  cancel: { provider: 'duffel', path: '^/air/order_cancellations/[^/]+/actions/confirm$' },
  refund: { provider: 'stripe', path: '^/v1/refunds$' },
  change: { provider: 'duffel', path: '^/air/order_changes/[^/]+/actions/confirm$' },
  bags: { provider: 'duffel', path: '^/air/orders/[^/]+/services$' },
  void: { provider: 'stripe', path: '^/v1/payment_intents/[^/]+/cancel$' },
  accept: { provider: 'duffel', path: '^/air/airline_initiated_changes/[^/]+/actions/accept$' },
};

const duffelError = (status: number, type: string, code: string) => ({
  status,
  body: { meta: { status, request_id: 'x' }, errors: [{ type, code, title: 'No', message: 'No' }] },
});
const stripeError = (status: number, type: string, code: string) => ({
  status,
  body: { error: { type, code, message: 'No' } },
});

/** What each provider says when it definitely does not do it. */
const refusals: Record<Exclude<ProviderCall, 'void'>, object> = {
  authorise: stripeError(402, 'card_error', 'card_declined'),
  order: duffelError(502, 'airline_error', 'order_not_created'),
  capture: stripeError(400, 'invalid_request_error', 'charge_expired_for_capture'),
  cancel: duffelError(422, 'invalid_state_error', 'order_not_cancellable'),
  refund: stripeError(400, 'invalid_request_error', 'charge_disputed'),
  change: duffelError(422, 'airline_error', 'price_changed'),
  bags: duffelError(422, 'airline_error', 'ancillary_service_not_available'),
  accept: duffelError(422, 'invalid_state_error', 'airline_initiated_change_not_acceptable'),
};

const latenesses: Partial<Record<CrashCase['outcome'], number>> = { late: 0.4, 'too late': 1.7 };

/** After this time no call of the case has an effect any more. */
export const getLatenessMs = ({ outcome }: CrashCase): number => (latenesses[outcome] ?? 0) * settleMs;

/** The fault of the sandbox that makes the outcome of the call; undefined when all goes well. */
export function createFault(crashCase: CrashCase) {
  const { call, outcome, isCommitted } = crashCase;
  const { provider, path } = routes[call];
  const late = { kind: 'commit_late', status: 0, delayMs: Math.round(getLatenessMs(crashCase)) };
  const effect = isCommitted ? 'commit_and_' : '';
  const kinds = {
    refused: { kind: 'status', ...(call === 'void' ? {} : refusals[call]) },
    '500': { kind: `${effect}status`, status: 500 },
    lost: { kind: 'commit_and_drop' },
    late,
    'too late': late,
    hang: { kind: `${effect}hang` },
    malformed: { kind: `${effect}malformed` },
  };
  return outcome === 'ok' ? undefined : { provider, fault: { method: 'POST', path, ...kinds[outcome] } };
}
