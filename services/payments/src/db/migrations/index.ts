import * as first from './20261130_0033_first.ts';

export const migrations = { '20261130_0033_first': first };
