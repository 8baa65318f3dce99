import { classNames } from '@fareline/ui-theme';

/** The places of the parts of a card, which its placeholder has too, so that nothing moves when it is loaded. */
export const cardGrid =
  'relative grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-3 rounded-card border border-line bg-card p-3 md:grid-cols-[minmax(0,1fr)_7.5rem] md:gap-x-6 md:p-4 xl:grid-cols-[minmax(0,1fr)_25rem_7.5rem] xl:gap-x-5 min-[90rem]:p-5';

export const carriersArea = 'col-span-2 pb-0.5 md:pb-1';

export const slicesArea = (count: number): string =>
  classNames(
    'grid gap-1 md:max-xl:gap-x-6 xl:gap-2',
    count > 1
      ? 'col-span-2 max-md:pb-1.5 md:max-xl:grid-cols-2 md:max-xl:pb-3 xl:col-span-1'
      : 'max-md:col-span-2 max-md:pb-3 md:max-xl:pb-2',
  );

/** Price and button, which on a tablet are also beside a single slice. */
export const priceArea = (slices: number): string =>
  classNames(
    'col-start-2 grid min-w-0 grid-cols-1 content-end text-end max-md:min-h-19.5 xl:col-start-3',
    slices === 1 ? 'md:max-xl:row-[2/span_2] md:max-xl:self-end' : 'xl:gap-y-1',
  );

/** The line below fares and price, to the end of the card. */
export const lastLine = (slices: number): string =>
  classNames(
    'col-span-full mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small leading-4 md:gap-x-3',
    slices > 1 && 'md:mt-2',
  );
