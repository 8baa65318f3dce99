import type { AuditAction, AuditEntry } from '@fareline/contracts';
import { formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';

export const actionLabels: Record<AuditAction, string> = {
  registered: 'Registered',
  signed_in: 'Signed in',
  sign_in_started: 'Entered the password to sign in',
  factor_shown: 'Showed a second factor',
  factor_added: 'Added a second factor',
  factor_removed: 'Removed a second factor',
  recovery_codes_replaced: 'Made new recovery codes',
  sign_in_limit_reached: 'Too many wrong passwords',
  signed_out: 'Signed out',
  sessions_ended: 'Signed out in other browsers',
  trip_closed: 'Closed a trip in other browsers',
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
  role_taken_away: 'Took the role away',
  account_closed: 'Closed the account',
  factors_reset: 'Removed all second factors',
  mode_switched: 'Switched the mode',
  brand_created: 'Created a brand',
  brand_saved: 'Saved a brand',
  release_changed: 'Changed a release',
  signing_key_rotated: 'Rotated the signing key',
  booking_claimed: 'Added a booking by its link',
  address_confirmed: 'Confirmed a corrected address',
  cancellation_accepted: 'Cancelled a booking',
  refund_paid: 'Refunded',
  booking_reviewed: 'Support acted on a booking',
  case_planned: 'Case taken, given back or dated',
  case_closed: 'Case closed',
  record_read: 'Opened a booking',
  list_read: 'Opened a list',
  read_limit_reached: 'Opened too much within an hour',
};

/** The actor; operators and the system are named so that no user name can pass for them. */
export function formatActor({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'user') return name;
  return kind === 'operator' ? 'Operator (command)' : 'System (automatic)';
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const formatValue = (value: AuditEntry['details'][string]): string => {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.join(', ') || 'nothing';
  if (typeof value === 'object') return `${formatValue(value.from)} → ${formatValue(value.to)}`;
  return typeof value === 'string' && instant.test(value) ? formatInstant(value) : String(value);
};

/** Details of money, which are all in the currency beside them. */
const amountNames = ['amount', 'charge', 'refund', 'credit'];

/** The details in one line each, such as "mode: test → live". */
export function formatDetails({ currency, ...details }: AuditEntry['details']): string[] {
  const format = (name: string, value: AuditEntry['details'][string]) =>
    // The id of a refund has the name of its amount.
    typeof currency === 'string' && amountNames.includes(name) && !Number.isNaN(Number(value))
      ? formatPriceWithCode(String(value), currency)
      : formatValue(value);
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${format(name, value)}`);
}
