export * from './booking.ts';
export * from './change-words.ts';
export * from './duration.ts';
export * from './local-time.ts';
export * from './price.ts';
export * from './segment.ts';
export * from './stops.ts';
export * from './travellers.ts';
