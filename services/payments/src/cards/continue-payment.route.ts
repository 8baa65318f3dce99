import { abandonPaymentContract, continuePaymentContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { belongsTo, getOrCreateVisitor } from '../access/visitor.ts';
import { answerPayment } from './answer-payment.ts';
import { findPayment } from './payment.repository.ts';

/**
 * `POST /api/payments/:id/continue`: what became of a challenge, after the cardholder has answered or left it;
 * `POST /api/payments/:id/abandon`: ends it, so that another card can be used. (ELEMENT-02)
 */
export const continuePaymentRoute = routePlugin(
  { name: 'continue-payment', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    for (const contract of [continuePaymentContract, abandonPaymentContract])
      registerRoute(app, contract, async ({ params, request, reply }) => {
        const user = await readUser(request).catch(() => null);
        const visitor = getOrCreateVisitor(deps, request, reply, user);
        await countRequest(deps, requestLimits.continue, { ipAddress: request.ip, target: params.id });
        const payment = await findPayment(deps.db, params.id);
        if (!payment || !belongsTo(payment, visitor)) throw new AppError('PAYMENT_NOT_FOUND');
        return answerPayment(deps, payment, visitor, contract === abandonPaymentContract);
      });
  },
);
