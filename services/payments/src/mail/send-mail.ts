import { findRefusal, type SendMail } from '@fareline/service-kit/mail';
import type { Deps } from '../deps.ts';
import { recordBounce } from './record-bounce.ts';

/** Sends a mail of a booking. An address that the mail server refuses for good is recorded and not tried again. */
export async function sendMailOfBooking(
  deps: Pick<Deps, 'db' | 'log' | 'countBounce' | 'sendMail'>,
  message: Parameters<SendMail>[0] & { id: string },
): Promise<void> {
  try {
    await deps.sendMail(message);
  } catch (error) {
    const reason = findRefusal(error);
    if (reason === undefined) throw error;
    await recordBounce(deps, { kind: 'bounced', messageId: message.id, address: message.to, reason });
  }
}
