/// <reference lib="dom" />
import { callApi, connect } from './frame.ts';
import type { Result } from './messages.ts';

/** How often the intent is read while the dialog is open: a challenge may also be answered elsewhere, as with the app of a bank. */
const POLL_MS = 1000;

const { start, send, answer } = await connect();
const path = `payment_intents/${start.intentId}`;
const query = new URLSearchParams({ client_secret: start.clientSecret ?? '' });
const readIntent = () => callApi(start, `${path}?${query}`);

/** Shows the dialog until the challenge is answered, and returns the intent then. */
function showChallenge(): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const settle = async () => {
    const intent = await readIntent();
    if (intent.status && intent.status !== 'requires_action') resolve(intent);
  };
  const answerWith = async (outcome: 'passed' | 'failed') => {
    const body = new URLSearchParams({ client_secret: start.clientSecret ?? '', outcome });
    const result = await callApi(start, `${path}/answer_challenge`, body);
    if (result.error?.type === 'api_connection_error') resolve(result);
    else await settle();
  };
  const dialog = document.querySelector('dialog')!;
  dialog.addEventListener('cancel', (event) => {
    // The frame is removed with the answer; until then the dialog stays.
    event.preventDefault();
    void answerWith('failed');
  });
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => void answerWith(button.value as 'passed' | 'failed'));
  setInterval(() => void settle(), POLL_MS);
  dialog.showModal();
  // Nothing in a frame takes the focus before the frame is seen.
  requestAnimationFrame(() => dialog.querySelector<HTMLButtonElement>('[value=passed]')?.focus());
  return promise;
}

answer(({ kind }) => (kind === 'challenge' ? showChallenge() : readIntent()));
send({ kind: 'ready' });
