/** Which booking an account was made for, so that a repeated call makes no second one. */
export interface GuestAccountsTable {
  booking_id: string;
  user_id: string;
}
