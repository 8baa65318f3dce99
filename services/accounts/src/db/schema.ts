import type {
  AuditAction,
  AuditEntry,
  Brand,
  ContactCaseKind,
  ContactTopic,
  FactorKind,
} from '@fareline/contracts';
import type { AttemptsTable } from '@fareline/service-kit/limits/table-window';
import type { OutboxTable } from '@fareline/service-kit/outbox';
import type { ColumnType, Generated, Kysely } from 'kysely';

export interface Tables {
  attempts: AttemptsTable;
  audit_entries: AuditEntriesTable;
  brands: BrandsTable;
  contact_cases: ContactCasesTable;
  factors: FactorsTable;
  guest_accounts: GuestAccountsTable;
  mailed_tokens: MailedTokensTable;
  outbox: OutboxTable<OutboxKind, MailPayload>;
  recovery_codes: RecoveryCodesTable;
  saved_travellers: SavedTravellersTable;
  session_keys: SessionKeysTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  users: UsersTable;
}

/** The database of the service, or a transaction. */
export type Database = Kysely<Tables>;

/** The audit trail; rows are only inserted, and purged when they are old. */
interface AuditEntriesTable {
  id: Generated<number>;
  /** Identifies the event of an entry that may be recorded repeatedly. */
  event_id: string | null;
  at: ColumnType<Date, Date | undefined, never>;
  action: AuditAction;
  actor_kind: AuditEntry['actor']['kind'];
  actor_id: string | null;
  actor_name: string;
  subject: string;
  details: ColumnType<AuditEntry['details'], string, never>;
  ip_address: string | null;
  request_id: string | null;
}

interface BrandsTable {
  id: string;
  domain: string;
  data: ColumnType<Brand, string, string>;
  updated_at: ColumnType<Date, never, Date>;
}

/** What messages ask support to do; one open case of a kind for a brand and an address. */
export interface ContactCasesTable {
  id: Generated<string>;
  kind: ContactCaseKind;
  brand: string;
  name: string;
  /** In lower case. */
  email: string;
  message: string | null;
  opened_at: ColumnType<Date, never, never>;
  closed_at: Date | null;
  closed_by: string | null;
}

/** Which booking an account was created for, so that a repeated request creates no second one. */
interface GuestAccountsTable {
  booking_id: string;
  /** Null once the user has deleted it, so that a repeated request does not bring it back. */
  user_id: string | null;
  /** Hash of the initial password if it was not returned to the caller, so that it can still be replaced by an issued one. */
  unissued_password_hash: string | null;
}

/** A mail to a user by id, to an email address that may have no account, or with a text that contains no secret. */
export const mailKinds = [
  'account-deleted',
  'contact-copy',
  'email-verification',
  'guest-account',
  'password-changed',
  'password-reset',
  'staff-security',
  'text',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Beside mails: tells payments who is a member of staff no longer. */
export type OutboxKind = MailKind | 'give-cases-back';

/** What the sender of a message gets of it. */
export interface ContactCopy {
  topic?: ContactTopic;
  excerpt: string;
}

/** The site that the request for a mail was made on. */
export interface MailSite {
  /** Brand key. */
  brand: string;
  /** Where the mail's links lead. */
  origin: string;
}

/**
 * What a mail is about; the text, with a new token, is composed when the mail is sent and never stored. Only
 * messages of customers are stored, until they are sent.
 */
export interface MailPayload extends MailSite {
  message?: { replyTo: string; subject: string; body: string };
  contactCopy?: ContactCopy;
  /** What has happened to the account of a member of staff, in a sentence. */
  security?: { subject: string; sentence: string };
}

/** Only the hash of the mailed token is stored. */
export interface MailedTokensTable {
  token_hash: string;
  kind: 'email-verification' | 'password-reset' | 'factor-set-up';
  user_id: string;
  expires_at: Date;
}

interface SavedTravellersTable {
  id: string;
  user_id: string;
  /** A traveller as JSON, encrypted. */
  content: string;
  created_at: ColumnType<Date, never, never>;
}

/** `next` is published but not yet used, `current` signs sessions, `previous` stays published until its sessions have expired. */
export type SessionKeyState = 'next' | 'current' | 'previous';

interface SessionKeysTable {
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

interface SessionsTable {
  id: Generated<string>;
  user_id: string;
  /** When the user signed in: a renewed session keeps it. */
  created_at: ColumnType<Date, Date | undefined, Date>;
  /** Updated at most once a minute. */
  last_used_at: ColumnType<Date, never, Date>;
  expires_at: Date;
  ended_at: Date | null;
  /** When its user last entered the password; null if they never did in this session. */
  authenticated_at: Date | null;
  /** When its user last showed a second factor. */
  factor_at: Date | null;
  /** The WebAuthn challenge that the browser was given last, until it is answered. */
  challenge: string | null;
  /** The browser and its system in words, and its network. */
  device: string | null;
  network: string | null;
}

/** Second factors of staff. (GUARD-03, GUARD-09) */
export interface FactorsTable {
  id: string;
  user_id: string;
  kind: FactorKind;
  name: string;
  /** A passkey: its id and public key (COSE) in base64url, and how often it says it was used. */
  credential_id: string | null;
  public_key: string | null;
  counter: ColumnType<number | string, number | undefined, number>;
  /** An app: its secret, encrypted, and the time step of the last code, which is accepted once. (RFC 6238, 5.2) */
  secret: string | null;
  last_step: ColumnType<number | string, number | undefined, number>;
  created_at: ColumnType<Date, never, never>;
  last_used_at: Date | null;
}

/** Each opens once in place of a second factor; only their hashes are stored. */
interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: Date | null;
}

/** A table with a single row. */
interface SettingsTable {
  id: number;
  live_mode: boolean;
  updated_at: ColumnType<Date, never, Date>;
}

export interface UsersTable {
  id: Generated<string>;
  username: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  password_hash: string;
  is_admin: Generated<boolean>;
  is_support: Generated<boolean>;
  email_verified_at: Date | null;
  /** Reset links that were requested before are not valid. */
  password_changed_at: Date | null;
  /** The site on which the account was made or, once the email address is verified, on which it was verified. Null for users of the command line. */
  link_origin: string | null;
  created_at: ColumnType<Date, never, never>;
}
