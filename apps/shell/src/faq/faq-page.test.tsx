import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import FaqPage from './faq-page.tsx';
import { categories } from './questions.ts';
import { searchQuestions } from './search-questions.ts';

const searchBox = () => screen.getByRole('searchbox', { name: 'Search the answers' });
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);

it('[FAQ-01] shows a search box and the six topics', () => {
  renderElement(<FaqPage />);
  expect(searchBox()).toBeTruthy();
  expect(tabs()).toEqual(['Booking', 'Payment', 'Cancellations', 'Changes', 'Travel', 'Account']);
});

it('[FAQ-02] opens one answer at a time and closes an open answer on click', async () => {
  renderElement(<FaqPage />);
  const [first, second] = categories[0]!.questions.map(({ question }) =>
    screen.getByRole('button', { name: question }),
  );
  const open = () => screen.getAllByRole('button', { expanded: true });
  await userEvent.click(first!);
  expect(open()).toEqual([first]);
  await userEvent.click(second!);
  expect(open()).toEqual([second]);
  await userEvent.click(second!);
  expect(screen.queryAllByRole('button', { expanded: true })).toEqual([]);
});

it('[FAQ-03][FAQ-04] searches on the button and not while typing, case-insensitively, and groups the results', async () => {
  renderElement(<FaqPage />);
  await userEvent.type(searchBox(), 'PASSPORT');
  expect(tabs()).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(tabs()).toEqual([]);
  const groups = screen
    .getAllByRole('region')
    .filter((region) => within(region).queryAllByRole('button').length > 0);
  expect(groups.map((group) => within(group).getByRole('heading', { level: 2 }).textContent)).toEqual([
    'Booking',
    'Travel',
  ]);
});

it('[FAQ-03] searches on Enter', async () => {
  renderElement(<FaqPage />);
  await userEvent.type(searchBox(), 'declined{Enter}');
  expect(screen.getByRole('button', { name: /declined/ })).toBeTruthy();
  expect(tabs()).toEqual([]);
});

it.each(['', '   '])('[FAQ-05] clears the results for the query %j', async (blank) => {
  renderElement(<FaqPage />);
  await userEvent.type(searchBox(), 'refund{Enter}');
  await userEvent.clear(searchBox());
  await userEvent.type(searchBox(), `${blank}{Enter}`);
  expect(tabs()).toHaveLength(6);
});

it('shows an empty state without results and a button back to all questions', async () => {
  renderElement(<FaqPage />);
  await userEvent.type(searchBox(), 'zeppelin{Enter}');
  expect(screen.getByText('Nothing found for “zeppelin”')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all questions' }));
  expect(tabs()).toHaveLength(6);
  expect(searchBox().getAttribute('value')).toBe('');
});

it('[FAQ-06] ends with a link to the contact page and a phone link', () => {
  renderElement(<FaqPage />);
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
  expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:/);
});

it.each([
  ['FAQ-07', 'Refunds reach your card in 7-14 business days'],
  ['FAQ-07', 'about 11 months ahead'],
  ['FAQ-07', '6 months beyond your return'],
  ['FAQ-07', '2 hours before domestic and 3 hours before international flights'],
  ['FAQ-07', '24-48 hours before departure'],
  ['FAQ-08', 'confirmed by email, with the booking reference and the e-ticket'],
  ['FAQ-08', 'My Trips and choose Cancel Flight'],
  ['REFUND-03', 'My Trips asks the airline, whatever the fare; where it refuses, contact us'],
  ['FAQ-08', 'My Trips and choose Change Flight'],
  ['FAQ-08', 'Manage Seats in My Trips'],
  ['FAQ-08', 'Manage Extras in My Trips'],
])('[%s] contains: %s', (_id, text) => {
  expect(searchQuestions(text)?.flatMap(({ questions }) => questions)).toHaveLength(1);
});

it('[API-20] returns questions with their answers and category', () => {
  expect(searchQuestions('11 months')).toMatchObject([
    {
      id: 'booking',
      label: 'Booking',
      questions: [
        { question: 'How far ahead can I book?', answer: expect.stringContaining('11 months ahead') },
      ],
    },
  ]);
});
