export * from './client.ts';
export * from './server-message.ts';
