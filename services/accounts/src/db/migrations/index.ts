import * as first from './20261126_0005_first.ts';
import * as savedTravellers from './20261127_0006_saved_travellers.ts';
import * as accountDeletion from './20261127_0007_account_deletion.ts';

export const migrations = {
  '20261126_0005_first': first,
  '20261127_0006_saved_travellers': savedTravellers,
  '20261127_0007_account_deletion': accountDeletion,
};
