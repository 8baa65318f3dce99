import type { Brand } from '@fareline/contracts';
import { readStored, writeStored } from '@fareline/contracts/client';
import { get, set } from 'react-hook-form';
import { brandSections } from './brand-fields.ts';

const names = brandSections.flatMap(({ fields }) => fields.map(({ name }) => name));
const toKey = ({ id }: Brand) => `brand ${id}`;
const describe = (value: unknown) => JSON.stringify(value);

const isOfKind = (value: unknown, sample: unknown): boolean =>
  Array.isArray(sample)
    ? Array.isArray(value) && value.every((entry) => typeof entry === 'string')
    : value !== undefined && typeof value === typeof (sample ?? '');

type Changes = Record<string, unknown>;

const listChanges = (brand: Brand, values: Brand): Changes =>
  Object.fromEntries(
    names
      .filter((name) => describe(get(values, name)) !== describe(get(brand, name)))
      .map((name) => [name, get(values, name) as unknown]),
  );

function applyChanges(brand: Brand, changes: Changes): Brand {
  const values = structuredClone(brand);
  for (const [name, value] of Object.entries(changes)) set(values, name, value);
  return values;
}

/** What was changed from one state of a brand, on its newest one, so that nothing is lost that a colleague has saved since. */
export const rebaseBrand = (newest: Brand, base: Brand, values: Brand): Brand =>
  applyChanges(newest, listChanges(base, values));

/** Keeps in this tab which values differ from those of the saved brand. */
export function saveBrandDraft(brand: Brand, values: Brand): void {
  const changes = listChanges(brand, values);
  writeStored(toKey(brand), Object.keys(changes).length > 0 ? changes : undefined, 'the brand');
}

export const forgetBrandDraft = (brand: Brand): void => writeStored(toKey(brand), undefined, 'the brand');

/** A brand with what was changed in this tab and not saved; its other values may have been saved by a colleague since. */
export function applyBrandDraft(brand: Brand) {
  const draft = Object(readStored(toKey(brand), 'the brand')) as Changes;
  const changed = names.filter((name) => isOfKind(draft[name], get(brand, name)));
  const values = applyChanges(brand, Object.fromEntries(changed.map((name) => [name, draft[name]])));
  return { values, isChanged: changed.length > 0 };
}
