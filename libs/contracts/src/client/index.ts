export * from './client.ts';
export * from './current-user.ts';
export * from './server-message.ts';
export * from './retry-when-busy.ts';
export * from './session-store.ts';
