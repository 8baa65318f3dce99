import type { Brand } from '@fareline/contracts';
import { defaultBrand, newBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fromEarlierBrand, toEarlierBrand } from './earlier-brand.ts';

const text = (max: number) => z.string().trim().min(1).max(max);

/** The fields that the release before requires and this one does not, as its schema has them. */
const earlierSchema = z.object({
  contact: z.object({ email: z.email(), phone: text(30), address: text(200) }),
  content: z.object({
    claims: z.object({
      airlinesCompared: z.int().min(1),
      comparisonSeconds: z.int().min(1),
      supportWaitSeconds: z.int().min(1),
      phoneWaitMinutes: z.int().min(1),
    }),
    testimonials: z
      .array(z.object({ firstName: text(40), city: text(60), saved: text(20), quote: text(300) }))
      .length(3),
    secondPhone: text(30),
    emails: z.object({ general: z.email(), booking: z.email(), urgent: z.email() }),
    company: z.object({
      legalName: text(120),
      doingBusinessAs: text(120),
      registration: text(120),
      registeredOffice: text(200),
      state: text(60),
      copyrightYear: z.int(),
    }),
    partner: z.object({ name: text(80), address: text(200), phone: text(30) }),
  }),
});

const sky: Brand = { ...newBrand, id: 'sky', name: 'Sky', domain: 'sky.example' };

it('[HOST-04] is readable for the release before, whatever is empty, and is the same brand afterwards', () => {
  for (const brand of [sky, defaultBrand, { ...defaultBrand, contact: sky.contact }]) {
    expect(earlierSchema.safeParse(toEarlierBrand(brand)).error).toBeUndefined();
    expect(fromEarlierBrand(toEarlierBrand(brand))).toEqual(brand);
    expect(fromEarlierBrand(brand)).toEqual(brand);
  }
  expect(toEarlierBrand(defaultBrand)).toEqual(defaultBrand);
});
