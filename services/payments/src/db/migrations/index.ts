import * as first from './20261126_0008_first.ts';

export const migrations = { '20261126_0008_first': first };
