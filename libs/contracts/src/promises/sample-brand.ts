/** (MONEY-04) @test booking.spec.ts: a family of four books */
export const wholePriceAtOnce = 'Pick a place and your days, and see the whole price at once.';

/** @test search-layout.spec.ts: the fares of a card are side by side and chosen with the arrow keys */
export const comparesFares =
  'Fareline compares fares for people who would rather spend their money at the destination.';

/** (HOME-09) @prescribed @keptBy the operator, who staffs phone and mailbox */
export const expertSupport = '24/7 expert support by phone and e-mail';

/** (RESULTS-24) @test search-layout.spec.ts: the fares of a card are side by side and chosen with the arrow keys */
export const leavingSoon = 'Choose a day of this week, and compare what the airlines still sell.';

/** (FORM-11) @test search-layout.spec.ts: the fares of a card are side by side and chosen with the arrow keys */
export const businessFares = 'Search in Business, and see its fares beside one another.';

/** (SEAT-07) @test booking.spec.ts: a family of four books */
export const seatsAndOneBill = 'Choose seats side by side, and pay one bill for everybody.';

/** (FILTER-14) @test search-layout.spec.ts: the fares of a card are side by side and chosen with the arrow keys */
export const filtersForAll = 'Stops, times, airlines and bags filter every fare that the airlines offer.';

/** (EXTRA-01) @test booking.spec.ts: a family of four books */
export const bagsForAll = 'One press adds a bag for every passenger, and for the way back too.';

/** (PROMISE-03) @test booking.spec.ts: has the same rules on offer, each step, confirmation, trip and mail */
export const inASentence = 'Bags, changes and refunds are said in a sentence, wherever money is near.';

/** (TRIPS-19) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const backToWhichCard = 'Each trip says what comes back to which card before you cancel.';

/** (HOME-07) @prescribed @keptBy the operator, whose figures these are */
export const offOnAverage = (percent: number) => `off, about ${percent}% on average`;

/** (HOME-07) @prescribed @keptBy the operator, whose figures these are */
export const savedOnAverage = 'saved per booking on average';

/** (HOME-08) @prescribed @keptBy the operator, whose figures these are */
export const comparedInSeconds = (seconds: number) => `compared in under ${seconds} seconds`;
