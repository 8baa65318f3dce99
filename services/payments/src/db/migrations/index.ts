import * as first from './20261126_0010_first.ts';

export const migrations = { '20261126_0010_first': first };
