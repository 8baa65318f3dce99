import { getOffer, type CheckedBag } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getAnnouncement, getFocused, sentence } from '@fareline/ui-theme/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Component as OfferPage } from './offer-page.tsx';

describe('price with a checked bag on the offer page', () => {
  afterEach(() => void vi.useRealTimers());

  const show = async (checked_bag: CheckedBag, travellers = 1) => {
    const passengers = Array.from({ length: travellers }, (_, n) => ({
      id: `p${n}`,
      type: 'adult' as const,
    }));
    respondTo(getOffer, () => ({
      body: { ...sampleOffer({ total_amount: '557', checked_bag, passengers }), listed: null },
    }));
    const { container } = renderElement(<OfferPage />, { path: '/flight/:id', url: '/flight/off_1' });
    await screen.findByText('Price Summary');
    const page = container.textContent;
    return { page, summary: /Price Summary(.*?)Book Now/s.exec(page)?.[1] };
  };

  it('is shown beside the total, which is marked as without bags, and in the bottom bar', async () => {
    const { page, summary } = await show({ status: 'paid', total_amount: '148' });
    expect(summary).toContain('Total$557');
    expect(summary).toContain('With a checked bag: $705The total does not include checked bags.');
    expect(page).toMatch(/Total\$557With a checked bag: \$705Book Now$/);
  });

  it('[LIMIT-03] is loaded on request only, with the price and fare of that moment', async () => {
    const stored = { ...sampleOffer({ total_amount: '557' }), listed: null, has_extras: false };
    const listed = { total_amount: '557', total_currency: 'USD', fare_brand_name: 'Basic' };
    const checked_bag = { status: 'paid' as const, total_amount: '148' };
    respondTo(getOffer, ({ query }) => ({
      body:
        query.get('extras') === 'required'
          ? { ...stored, total_amount: '600', checked_bag, listed, has_extras: true }
          : stored,
    }));
    const { container } = renderElement(<OfferPage />, { path: '/flight/:id', url: '/flight/off_1' });
    await screen.findByText('Price Summary');
    expect(requestsTo(getOffer).map(({ query }) => query.get('extras'))).toEqual(['stored']);
    await userEvent.click(screen.getByRole('button', { name: 'Check bag price' }));
    await waitFor(() => expect(container.textContent).toContain('With a checked bag: $748'));
    expect(screen.queryByRole('button', { name: 'Check bag price' })).toBeNull();
    expect(
      screen.getByText(sentence(/it was \$557, it is now \$600/), { selector: '.ui-alert *' }),
    ).toBeTruthy();
  });

  it.each([
    ['TOO_MANY_REQUESTS', 'Many requests came from your connection'],
    ['SEARCH_BUSY', 'The site is busy right now'],
  ] as const)(
    '[PROVIDER-07] [LIMIT-02] after %s counts down until it can be asked for',
    async (code, reason) => {
      const stored = { ...sampleOffer(), listed: null, has_extras: false };
      respondTo(getOffer, ({ query }) =>
        query.get('extras') === 'required'
          ? errorResponse(code, { headers: { 'retry-after': '12' } })
          : { body: stored },
      );
      renderElement(<OfferPage />, { path: '/flight/:id', url: '/flight/off_1' });
      const button = await screen.findByRole('button', { name: 'Check bag price' });
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
      const getText = () => screen.getByText(/bag (price|is not known)/, { selector: 'p span' }).textContent;
      const press = () => {
        button.focus();
        fireEvent.click(button);
      };
      press();
      const inSeconds = (seconds: number) => `${reason}. The bag price can be asked for in ${seconds} s`;
      await waitFor(() => expect(getText()).toBe(inSeconds(12)));
      expect(getAnnouncement()).toBe(inSeconds(12));
      expect(button.getAttribute('aria-disabled')).toBe('true');
      expect(getFocused()).toBe(button);
      act(() => void vi.advanceTimersByTime(5_000));
      expect(getText()).toBe(inSeconds(7));
      expect(getAnnouncement()).toBe(inSeconds(12));
      press();
      expect(requestsTo(getOffer)).toHaveLength(2);
      act(() => void vi.advanceTimersByTime(7_000));
      expect(getText()).toBe('The bag price can be asked for now');
      expect(getAnnouncement()).toBe('The bag price can be asked for now');
      expect(button.getAttribute('aria-disabled')).toBeNull();
      press();
      await waitFor(() => expect(requestsTo(getOffer)).toHaveLength(3));
    },
  );

  it('covers the bags of all travellers', async () => {
    const { summary } = await show({ status: 'paid', total_amount: '296' }, 2);
    expect(summary).toContain('With checked bags for all: $853');
  });

  it.each<CheckedBag['status']>(['included', 'unknown'])(
    'is not shown for a bag with the status %s',
    async (status) => {
      const { summary } = await show({ status, total_amount: null });
      expect(summary).toContain('Total$557');
      expect(summary).not.toContain('hecked bag');
    },
  );
});
