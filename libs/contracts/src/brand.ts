export * from './brands/brand-key.ts';
export * from './brands/claims.ts';
export * from './brands/colour.ts';
export * from './brands/tags.ts';
