import type { ColumnType } from 'kysely';

/** `next` is published before it signs, `current` signs, `previous` is published until its sessions have ended. */
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
  /** When it stopped to sign. */
  retired_at: Date | null;
}
