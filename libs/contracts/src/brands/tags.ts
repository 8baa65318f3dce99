import type { PublicBrand } from './brand.schema.ts';

/** Whether the brand has analytics or advertising tags, which need the visitor's consent. (TRACK-07) */
export const hasTags = ({ tags: { analyticsId, adConversionId } }: Pick<PublicBrand, 'tags'>): boolean =>
  Boolean(analyticsId || adConversionId);
