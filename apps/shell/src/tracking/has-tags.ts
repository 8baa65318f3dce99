import type { PublicBrand } from '@fareline/contracts';

/** Whether the brand has tags that need consent. (TRACK-07) */
export const hasTags = ({ tags }: PublicBrand): boolean => Boolean(tags.analyticsId || tags.adConversionId);
