export * from './broken-provider.ts';
export * from './callers.ts';
export * from './infrastructure.ts';
export * from './programs.ts';
export * from './queries.ts';
export * from './fault-proxy.ts';
export * from './sandboxes.ts';
export * from './tokens.ts';
