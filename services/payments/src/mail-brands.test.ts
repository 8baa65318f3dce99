import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import { createMailBrands } from './mail-brands.ts';

const stored = { ...defaultBrand, name: 'Fareline West' };
const sky = { ...defaultBrand, id: 'sky', name: 'Sky' };
const findBrand = createMailBrands(async () => ({ list: [stored, sky], isStale: false }));

it('[HOST-03] a mail has the brand of the booking, or the stored default brand if there is none', async () => {
  expect(await findBrand('sky')).toBe(sky);
  expect(await findBrand('gone')).toBe(stored);
});

it('[HOST-03] a mail has the built-in brand while the brands were never loaded', async () => {
  const withoutAccounts = createMailBrands(async () => ({ list: undefined, isStale: true }));
  expect(await withoutAccounts('sky')).toBe(defaultBrand);
});

it('[HOST-03] a mail has a brand that was made after the brands were loaded', async () => {
  const findFreshBrand = createMailBrands(async (isComplete = () => true) => ({
    list: isComplete([stored]) ? [stored] : [stored, sky],
    isStale: false,
  }));
  expect(await findFreshBrand('sky')).toBe(sky);
});
