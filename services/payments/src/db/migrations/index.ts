import * as first from './20261126_0006_first.ts';

export const migrations = { '20261126_0006_first': first };
