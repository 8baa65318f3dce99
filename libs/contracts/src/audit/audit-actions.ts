/** What the audit trail records. (ACCOUNT-05) */
export const auditActions = [
  'registered',
  'signed_in',
  'sign_in_limit_reached',
  'signed_out',
  'password_changed',
  'password_reset',
  'password_confirmed',
  'email_verified',
  'administrator_created',
  'administrator_promoted',
  'mode_switched',
  'brand_created',
  'brand_saved',
  'signing_key_rotated',
  'booking_claimed',
  'cancellation_accepted',
  'refund_paid',
  'booking_reviewed',
  'case_closed',
] as const;
export type AuditAction = (typeof auditActions)[number];
