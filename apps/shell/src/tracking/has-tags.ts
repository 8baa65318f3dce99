import type { Brand } from '@fareline/contracts';

/** True where there is something to ask the visitor's consent for. (TRACK-07) */
export const hasTags = ({ tags }: Brand): boolean => Boolean(tags.analyticsId || tags.adConversionId);
