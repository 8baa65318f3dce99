/** First path segments after `/api/` of each service. Each service also serves its API document under its own name. */
export const servicePaths = {
  flights: ['flights'],
  payments: ['payments', 'bookings', 'review', 'webhooks'],
  accounts: ['accounts', 'auth', 'brands', 'system', 'admin', 'contact', 'travellers'],
} as const;

export type Service = keyof typeof servicePaths;
