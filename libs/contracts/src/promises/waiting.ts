/** (PROVIDER-07) @test failure-modes.spec.ts: a search while flights is down retries automatically */
export const triesAgain = 'We will try again in a moment.';

/** (PROVIDER-07) @test failure-modes.spec.ts: a search while flights is down retries automatically */
export const triesAgainIn = (seconds: number) =>
  `We will try again by ourselves in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. You need not do anything.`;

/** @test pages.spec.ts: a menu that fails to load shows an error below the header */
export const keepsLoading = 'Please check your connection; we keep trying.';

/** (CARE-05) @test slow.spec.ts: is slow says so, and opens by itself */
export const staysLoading = 'This takes longer than usual. It appears by itself; you need not do anything.';

/** (STATUS-05) @test failure-modes.spec.ts: a pending order has a status page */
export const earlierResultByEmail =
  'If you sent this before, the result comes by email: please look there first.';
