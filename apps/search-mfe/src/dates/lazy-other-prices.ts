import { lazyWithRetry } from '@fareline/ui-theme';

/** Loaded while the airlines are asked, to keep it out of the first screen of a search. */
export const OtherPrices = lazyWithRetry(() => import('./other-prices.tsx'));

/** Loaded only for a search without flights. */
export const EmptyListChoices = lazyWithRetry(() => import('./empty-list-choices.tsx'));
