import { classNames } from '@fareline/ui-theme';

/** The places of the parts of a card, which its placeholder has too, so that nothing moves when it is loaded. */
export const cardGrid =
  'grid grid-cols-1 items-start gap-x-6 gap-y-1.5 rounded-card border border-line bg-card p-3 md:grid-cols-[minmax(0,1fr)_7.5rem] md:gap-y-2 md:p-4 xl:grid-cols-[minmax(0,1fr)_23.25rem_7.5rem] min-[90rem]:p-5';

/** Beside fares and price the carriers are in the last line, so that the middle of the slices is also that of the others. */
export const carriersArea = 'md:max-xl:col-span-2 md:max-xl:-mb-0.5 xl:[grid-area:2/1]';

export const slicesArea = (count: number): string =>
  classNames(
    'grid gap-2.5 pb-1.5 md:max-xl:col-span-2 md:max-xl:gap-4 md:max-xl:pb-1 xl:min-h-24.5 xl:content-center xl:gap-4.5 xl:pb-0 xl:[grid-area:1/1]',
    count > 1 && 'md:max-xl:grid-cols-2',
  );

export const priceArea = 'md:col-start-2 md:row-[3/span_2] md:flex-col xl:col-start-3 xl:row-[1]';
