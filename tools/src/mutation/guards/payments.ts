import type { Guard } from '../guard.ts';

export const guards: Guard[] = [
  {
    id: 'payments-card-required',
    requirements: ['API-51', 'PROVIDER-31'],
    file: 'services/payments/src/cards/process-card.route.ts',
    code: "if (!cardDetails && !paymentMethodId) throw new AppError('CARD_DETAILS_REQUIRED');",
    without: '',
    tests: ['services/payments/src/cards/process-card.test.ts'],
    title: 'refuses a request without offer, card or idempotency key',
  },
  {
    id: 'payments-declines-per-visitor',
    requirements: ['PROVIDER-31'],
    file: 'services/payments/src/cards/attempt-limits.ts',
    code: 'declines >= config.CARD_DECLINES_PER_SESSION',
    without: 'false',
    tests: ['services/payments/src/cards/process-card.test.ts'],
    title: 'refuses the fourth attempt after three declines',
  },
  {
    id: 'payments-refund-currency',
    requirements: ['PROVIDER-40'],
    file: 'services/payments/src/cancellations/calculate-refund.ts',
    code: 'if (refundCurrency !== paid.currency || orderCurrency !== paid.currency) return undefined;',
    without: '',
    tests: ['services/payments/src/cancellations/calculate-refund.test.ts'],
  },
];
