/** (TRIP-05) @keptBy support, whose refund is mailed */
export const refundIsMailed = 'We will write to you about your refund.';

/** (STATUS-04) @test failure-modes.spec.ts: a pending order has a status page */
export const cancelOnceSettled = 'It can be cancelled as soon as that is settled; we will write to you.';

/** (REFUND-02) @keptBy support, whose refund is mailed */
export const refundedLater = (target: string) => `We write to you when it is refunded to ${target}.`;

/** (REFUND-02) @keptBy support, whose refund is mailed */
export const failedRefundIsMailed = 'We write to you when it is refunded; contact us if that card is closed.';
