import { getOffer, type CheckedBag } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { respondTo } from '@fareline/tools/fake-server';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Component as OfferPage } from './offer-page.tsx';

describe('price with a checked bag on the offer page', () => {
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
