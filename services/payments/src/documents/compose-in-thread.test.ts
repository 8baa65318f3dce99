import { expect, it, vi } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import { composeInThread } from './compose-in-thread.ts';

// In the thread of the requests this is what composes; another thread loads the file itself.
vi.mock('./compose-document.ts', () => ({
  composeDocument: () => {
    throw new Error('composed in the thread of the requests');
  },
}));

it('[GUARD-17] composes in a thread of its own', async () => {
  const { text } = await readPdf(await composeInThread(sampleFacts()));
  expect(text).toContain('RZPNX8');
});

it('[GUARD-17] [LIMIT-06] refuses a document while twenty wait, and says when to come back', async () => {
  const wanted = Array.from({ length: 25 }, () => composeInThread(sampleFacts()));
  const refused = (await Promise.allSettled(wanted)).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(4);
  expect(refused[0]).toMatchObject({
    reason: {
      ...{ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 },
      message: 'Many documents are being made right now. Please try again in 10 seconds.',
    },
  });
});
