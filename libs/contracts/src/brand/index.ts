export * from './brand-key.ts';
export * from './colour.ts';
