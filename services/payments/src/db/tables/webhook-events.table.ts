import type { Generated } from 'kysely';

/** Processed webhook events, so that repeated deliveries are ignored. (PROVIDER-45) */
export interface WebhookEventsTable {
  provider: 'stripe' | 'duffel';
  event_id: string;
  received_at: Generated<Date>;
}
