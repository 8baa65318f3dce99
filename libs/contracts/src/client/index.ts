export * from './client.ts';
export * from './failure-text.ts';
