export * from './accounts.ts';
export * from './bookings.ts';
export * from './cancelling.ts';
export * from './mailed-links.ts';
export * from './offers.ts';
export * from './repeated-currency.ts';
