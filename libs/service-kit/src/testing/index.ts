export * from './infrastructure.ts';
export * from './programs.ts';
export * from './tokens.ts';
