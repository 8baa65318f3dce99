import type { Generated } from 'kysely';

/** Card attempts per IP address and declines per visitor or user. `subject` is a keyed hash. (D34) */
export interface CardAttemptsTable {
  id: Generated<number>;
  kind: 'try' | 'decline';
  subject: string;
  at: Generated<Date>;
}
