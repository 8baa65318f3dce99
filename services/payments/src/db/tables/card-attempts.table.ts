import type { Generated } from 'kysely';

/** Tries per address and declines per session, counted over time. `subject` is a keyed hash. (D34) */
export interface CardAttemptsTable {
  id: Generated<number>;
  kind: 'try' | 'decline';
  subject: string;
  at: Generated<Date>;
}
