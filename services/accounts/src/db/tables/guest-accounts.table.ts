/** Which booking an account was made for, so that a repeated call makes no second one. */
export interface GuestAccountsTable {
  booking_id: string;
  user_id: string;
  /** The password that the account was made with, where nobody was told it: it gives way to one that is told. */
  unissued_password_hash: string | null;
}
