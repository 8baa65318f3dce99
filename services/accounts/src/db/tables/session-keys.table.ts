import type { ColumnType } from 'kysely';

/** `next` is published but not yet used, `current` signs sessions, `previous` stays published until its sessions have expired. */
export type SessionKeyState = 'next' | 'current' | 'previous';

export interface SessionKeysTable {
  kid: string;
  state: SessionKeyState;
  /** The curve point of the public key, as in its JWK. */
  x: string;
  y: string;
  /** PKCS#8 PEM, encrypted. */
  private_key: string;
  created_at: ColumnType<Date, never, never>;
  /** When it stopped being used for signing. */
  retired_at: Date | null;
}
