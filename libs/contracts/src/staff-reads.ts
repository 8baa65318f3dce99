import type { Contract } from './contract.ts';

/**
 * What a GET of staff reads: a `record`, by the id in its path, or a page of a `list`. Each is audited and counted, unless its contract
 * says why not. A write that answers with a record is a read of it, too. Undefined for all other endpoints. (GUARD-13)
 */
export function getStaffRead({
  method,
  path,
  access,
  notAudited,
  answersRecord,
}: Pick<Contract, 'method' | 'path' | 'access' | 'notAudited' | 'answersRecord'>):
  | 'record'
  | 'list'
  | undefined {
  if (answersRecord) return 'record';
  const isOfStaff = access === 'support' || access === 'admin';
  if (method !== 'GET' || !isOfStaff || notAudited !== undefined) return undefined;
  return path.includes(':id') ? 'record' : 'list';
}
