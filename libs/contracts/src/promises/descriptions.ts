import { freeCancellation } from '../cancellation-terms.ts';

/** (INFO-06) @test cancellation.spec.ts: a non-refundable fare is refunded in full */
export const cancellationSummary = `Free cancellation within ${freeCancellation.hours} hours, refunds after that, and how long the money takes to come back.`;
