/** Which booking an account was created for, so that a repeated request creates no second one. */
export interface GuestAccountsTable {
  booking_id: string;
  user_id: string;
  /** Hash of the initial password if it was not returned to the caller, so that it can still be replaced by an issued one. */
  unissued_password_hash: string | null;
}
