import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { usePageMeta } from '../hooks/use-page-meta.ts';
import { Button } from './button.tsx';
import { Counter } from '../widgets/counter.tsx';
import { DateField } from './date-field.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Sentence } from './sentence.tsx';
import { Stepper } from '../widgets/stepper.tsx';
import { getCanonicalUrl, getDescription, getFocused, getMetaContent } from '../testing/index.tsx';

describe('components', () => {
  it.each([{ loading: true }, { 'aria-disabled': true }])(
    '[FORM-25] a button with %j keeps the focus and ignores clicks',
    async (props) => {
      const events: string[] = [];
      const show = (state: ComponentProps<typeof Button>) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            events.push('submit');
          }}
        >
          <Button type="submit" onClick={() => events.push('click')} {...state}>
            Search
          </Button>
        </form>
      );
      const { rerender } = render(show({}));
      const button = screen.getByRole('button', { name: 'Search' });
      await userEvent.click(button);
      rerender(show(props));
      await userEvent.click(button);
      expect(events).toEqual(['click', 'submit']);
      expect(button.getAttribute('aria-disabled')).toBe('true');
      // A browser removes the focus from a button with `disabled`.
      expect([getFocused(), button.hasAttribute('disabled')]).toEqual([button, false]);
    },
  );

  it('a field describes its control by the error instead of the hint', () => {
    render(
      <Field label="Email" hint="We send the ticket here" error="Invalid email" required>
        <Input />
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(getDescription(input)).toBe('Invalid email');
    expect(screen.queryByText('We send the ticket here')).toBeNull();
  });

  it('[FORM-13, CARE-07] the buttons of a counter have no effect at the limits, and keep the focus', async () => {
    function Adults() {
      const [value, setValue] = useState(8);
      return <Counter label="Adults 12+" value={value} min={1} max={9} onValueChange={setValue} />;
    }
    render(<Adults />);
    const more = screen.getByRole('button', { name: 'Increase Adults 12+' });
    await userEvent.dblClick(more);
    expect(more.getAttribute('aria-disabled')).toBe('true');
    expect([getFocused(), more.hasAttribute('disabled')]).toEqual([more, false]);
    expect(within(screen.getByRole('group', { name: 'Adults 12+' })).getByText('9')).toBeTruthy();
  });

  it.each([
    ['You pay $1,198.50 (USD)', ['$1,198.50', '(USD)']],
    ['Old price CA$60, now CHF\u00A073 or $1.2K', ['CA$60', 'CHF\u00A073', '$1.2K']],
    ['2h in London (LHR), 19:32 to 7:05', ['(LHR)', '19:32', '7:05']],
    ['Business on BA117 and 9W22 via MAD', ['BA117', '9W22', 'MAD']],
    ['Your reference is WJX7M3.', ['WJX7M3']],
    ['1 cabin bag up to 23 kg, 70% off, CO2, A flight', []],
  ])('[DOM-02] a sentence leaves prices, times and codes untranslated: %s', (text, expected) => {
    const { container } = render(<Sentence>{text}</Sentence>);
    const kept = screen
      .queryAllByText((_, element) => element?.getAttribute('translate') === 'no')
      .map(({ textContent }) => textContent);
    expect([container.textContent, kept]).toEqual([text, expected]);
  });

  it('a stepper marks only the current step with aria-current', () => {
    const steps = ['Passenger Details', 'Seat Selection'].map((label) => ({ id: label, label }));
    render(<Stepper steps={steps} current="Seat Selection" />);
    const marked = screen
      .getAllByRole('listitem')
      .filter((item) => item.getAttribute('aria-current') === 'step');
    expect(marked.map((item) => item.textContent)).toEqual(['2Seat Selection']);
  });

  it('[FORM-06] [FORM-08] a date field disables days before the minimum and shows the selected day', async () => {
    function Departure() {
      const [value, setValue] = useState<string>();
      return (
        <Field label="Departure">
          <DateField value={value} min="2026-12-05" onValueChange={setValue} />
        </Field>
      );
    }
    render(<Departure />);
    await userEvent.click(screen.getByRole('button', { name: 'Departure' }));
    const early = await screen.findByRole('button', { name: /December 4, 2026/ }, { timeout: 5000 });
    expect(early).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: /December 9, 2026/ }));
    expect(screen.getByRole('button', { name: 'Departure' }).textContent).toBe('Dec 09, 2026');
  });

  it('[HOME-12] [HOME-13] a page sets its title and descriptions and restores those of the brand on unmount', () => {
    document.title = 'Brand';
    function Page() {
      usePageMeta({
        title: 'Page',
        description: 'About it',
        keywords: 'one, two',
        canonical: '/page',
      });
      return null;
    }
    const { unmount } = render(<Page />);
    expect(document.title).toBe('Page');
    expect(getMetaContent('description')).toBe('About it');
    expect(getMetaContent('og:title')).toBe('Page');
    expect(getMetaContent('og:description')).toBe('About it');
    expect(getMetaContent('keywords')).toBe('one, two');
    expect(getCanonicalUrl()).toBe(`${window.location.origin}/page`);
    act(unmount);
    expect(document.title).toBe('Brand');
    for (const name of ['description', 'keywords', 'og:title', 'og:description'])
      expect(getMetaContent(name), name).toBeUndefined();
    expect(getCanonicalUrl()).toBeUndefined();
  });

  it('[HOME-12] a page replaces the texts of the HTML of another, and keeps those of its own while it loads', () => {
    document.title = 'Flights from London';
    document.head.innerHTML += `<meta property="og:site_name" content="Sky">
      <meta name="description" content="From London" data-page-meta>`;
    const Page = ({ title }: { title?: string }) => {
      usePageMeta(title ? { title, description: `About ${title}` } : undefined);
      return null;
    };
    const { rerender, unmount } = render(<Page />);
    expect([document.title, getMetaContent('description')]).toEqual(['Flights from London', 'From London']);
    rerender(<Page title="Trips" />);
    expect([document.title, getMetaContent('description')]).toEqual(['Trips', 'About Trips']);
    act(unmount);
    expect(document.title).toBe('Sky');
    expect(getMetaContent('description')).toBeUndefined();
    document.head.replaceChildren();
  });
});
