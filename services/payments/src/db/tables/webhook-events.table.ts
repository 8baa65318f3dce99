import type { Generated } from 'kysely';

/** Events that were heard, so that a repeat is nothing new. (PROVIDER-45) */
export interface WebhookEventsTable {
  provider: 'stripe' | 'duffel';
  event_id: string;
  received_at: Generated<Date>;
}
