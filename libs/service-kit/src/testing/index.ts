export * from './infrastructure.ts';
export * from './programs.ts';
export * from './redis-fault-proxy.ts';
export * from './tokens.ts';
