export * from './accounts.ts';
export * from './bookings.ts';
export * from './offers.ts';
