import { getSystemMode, parseMoney } from '@fareline/contracts';
import { getCardFormContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { assertAirlineBalance } from '../offers/airline-balance.ts';
import { toStripeAmount } from '../stripe/amounts.ts';

/** `GET /api/payments/card-form`: the provider's form where the mode has a publishable key, else our own fields. (ELEMENT-01) */
export const cardFormRoute = routePlugin({ name: 'card-form' }, (app, deps: Deps) => {
  const { config, callAccounts } = deps;
  const keys = { test: config.STRIPE_PUBLISHABLE_KEY_TEST, live: config.STRIPE_PUBLISHABLE_KEY_LIVE };
  registerRoute(app, getCardFormContract, async ({ query }) => {
    // Without keys the form must not depend on accounts, which may be down.
    if (!keys.test && !keys.live) return { kind: 'fields' as const };
    const { mode } = await callAccounts(getSystemMode);
    await assertAirlineBalance(deps, mode);
    const publishableKey = keys[mode];
    if (!publishableKey) return { kind: 'fields' as const };
    const scriptUrl = config.STRIPE_BASE_URL && `${config.STRIPE_BASE_URL}/endive/stripe.js`;
    const money = parseMoney(query.amount, query.currency);
    const amount = money && toStripeAmount(money.minor, money.currency);
    if (amount === undefined) throw new AppError('AMOUNT_NOT_PAYABLE');
    return { kind: 'element' as const, publishableKey, amount, scriptUrl };
  });
});
