import { expect } from '@playwright/test';
import { bookOverApi } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { getProductSetting } from './testing/product.ts';
import { readPayment } from './testing/sandbox-control.ts';
import { signIn } from './testing/sign-in.ts';
import { act, createSupport, expectLine } from './testing/support.ts';
import { test } from './testing/test.ts';

test(
  '[REVIEW-02, REFUND-05] support notes a call and refunds as goodwill, which mail and trip tell the traveller',
  { tag: ['@account', '@smoke'] },
  async ({ page, browser }) => {
    const support = await createSupport('10.251.0.4');
    const booking = await bookOverApi(validCard);
    await signIn(page, support, `/admin/bookings/${booking.id}`);
    await act(page, { button: 'Add a note', confirm: 'Save note', reason: 'Calls back at noon' });
    await expectLine(page, 'What support did', 'Add a note: Calls back at noon');
    await act(page, { button: 'Refund', confirm: 'Refund now', amount: '20.00', reason: 'Late flight' });
    await expectLine(page, 'Money', /^Refund .*\$20 \(USD\), paid/);
    expect(await readPayment(booking.paymentId)).toMatchObject({
      status: 'succeeded',
      amount_refunded: 2000,
    });
    const mail = await waitForEmail(booking.email, /^A refund of your booking/);
    expect(mail.text).toContain('$20 (USD) was refunded to your Visa card');
    await act(page, { button: 'Send mail again (Confirmation)', confirm: 'Send again (Confirmation)' });
    await expectLine(page, 'What support did', 'Send mail again: Confirmation');

    const traveller = await browser.newPage({ baseURL: getProductSetting('E2E_URL') });
    await signIn(traveller, booking.accountInfo!, `/my-trips/${booking.id}`);
    const refund = traveller.getByRole('region', { name: 'Refund' });
    await expect(refund).toContainText('$20 (USD) was refunded to your Visa card');
    await traveller.close();
  },
);
