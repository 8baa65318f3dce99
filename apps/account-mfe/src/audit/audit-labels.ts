import type { AuditAction, AuditEntry } from '@fareline/contracts';

export const actionLabels: Record<AuditAction, string> = {
  registered: 'Registered',
  signed_in: 'Signed in',
  sign_in_limit_reached: 'Too many wrong passwords',
  signed_out: 'Signed out',
  password_changed: 'Changed the password',
  password_reset: 'Reset the password',
  password_confirmed: 'Confirmed the password',
  email_verified: 'Confirmed the email address',
  data_exported: 'Downloaded their data',
  account_deleted: 'Deleted the account',
  administrator_created: 'Created an administrator',
  administrator_promoted: 'Made an administrator',
  support_created: 'Created a support account',
  support_promoted: 'Made a support account',
  mode_switched: 'Switched the mode',
  brand_created: 'Created a brand',
  brand_saved: 'Saved a brand',
  release_changed: 'Changed a release',
  signing_key_rotated: 'Rotated the signing key',
  booking_claimed: 'Added a booking by its link',
  cancellation_accepted: 'Cancelled a booking',
  refund_paid: 'Refunded',
  booking_reviewed: 'Support acted on a booking',
  case_planned: 'Case taken, given back or dated',
  case_closed: 'Case closed',
};

/** The actor; operators and the system are named so that no user name can pass for them. */
export function formatActor({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'user') return name;
  return kind === 'operator' ? 'Operator (command)' : 'System (automatic)';
}

/** The time by the clock of the browser. */
export const formatAuditTime = (at: string): string =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

const formatValue = (value: AuditEntry['details'][string]): string => {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.join(', ') || 'nothing';
  if (typeof value === 'object') return `${formatValue(value.from)} → ${formatValue(value.to)}`;
  return String(value);
};

/** The details in one line each, such as "mode: test → live". */
export const formatDetails = (details: AuditEntry['details']): string[] =>
  Object.entries(details).map(([name, value]) => `${name}: ${formatValue(value)}`);
