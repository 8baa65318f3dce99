export * from './infrastructure.ts';
export * from './programs.ts';
