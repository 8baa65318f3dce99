import { randomUUID } from 'node:crypto';
import { mailsWait } from '@fareline/contracts/promises';
import { mailConfirmationContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { bookedStates } from '../bookings/booking.repository.ts';
import { maskAddress } from '../bookings/contact-correction.ts';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { repeatMail } from '../mail/repeat-mail.ts';
import { getOwnBooking } from '../bookings/own-booking.ts';

/** `POST /api/bookings/:id/confirmation-mail` (TRIP-02) */
export const mailConfirmationRoute = routePlugin(
  { name: 'mail-confirmation', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, mailConfirmationContract, async ({ params, request }) => {
      const { id, state, pending_email } = await getOwnBooking(deps, request, params.id);
      if (!bookedStates.includes(state))
        throw new AppError('BOOKING_NOT_FOUND', { message: 'This booking is not confirmed.' });
      await countRequest(deps, requestLimits.confirmationMail, { ipAddress: request.ip, target: id });
      // Without a mail that was sent, the first one is on its way.
      const mail = await repeatMail(deps.db, {
        ...{ bookingId: id, kind: 'mail_confirmed', actionId: randomUUID() },
      });
      if (mail) deps.enqueue.outboxEvent(mail);
      return {
        success: true as const,
        message:
          pending_email === null
            ? 'The confirmation is on its way to the email address of this booking.'
            : mailsWait(maskAddress(pending_email)),
      };
    });
  },
);
