import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../../local/paths.ts';
import { findPromiseProblems, listPages } from './promises.ts';
import { findRowProblems, readRegister } from './register.ts';
import { findBrandTexts, findPromises } from './sentences.ts';

const spec = "test('[TRIP-06] a guest finds the trip', f); test(`a fare ${kind} is told`, f);";
const problems = (source: string) =>
  findRowProblems(readRegister('a.ts', source), {
    readSpec: (file) => (file === 'trip.spec.ts' ? spec : undefined),
    requirementIds: new Set(['TRIP-06']),
    staffPaths: new Set(['/admin/bookings']),
  });

describe('[PROMISE-01] a row of the register', () => {
  it('fails without a test', () => {
    expect(problems("/** (TRIP-06) */\nexport const found = 'We find it.';")).toEqual([
      'a.ts:2 found has neither @test nor @keptBy',
    ]);
  });

  it.each([
    ['trip.spec.ts: a guest cancels', 'which 0 tests have in their title'],
    ['trip.spec.ts: a', 'which 2 tests have in their title'],
    ['gone.spec.ts: a guest', 'and there is no such file in e2e/src'],
    ['a guest finds the trip', 'and there is no such file in e2e/src'],
  ])('fails with the test %s', (test, problem) => {
    expect(problems(`/** @test ${test} */ export const found = 'We find it.';`)).toEqual([
      `a.ts:1 found names ${test}, ${problem}`,
    ]);
  });

  it('fails with the sentence of another row, without one, and with an unknown requirement', () => {
    const row = (name: string, value: string) =>
      `/** (TRIP-99) @keptBy the bank */ export const ${name} = ${value};`;
    expect(problems([row('a', "'We ask.'"), row('b', '`We ask.`'), row('c', 'call()')].join('\n'))).toEqual([
      'a.ts:1 a names TRIP-99, which is not in docs/requirements.md',
      'a.ts:2 b has the sentence of another row',
      'a.ts:2 b names TRIP-99, which is not in docs/requirements.md',
      'a.ts:3 c is no sentence',
      'a.ts:3 c names TRIP-99, which is not in docs/requirements.md',
    ]);
  });

  it.each([
    ['We mail it within 3 hours.', '@test trip.spec.ts: is told'],
    ['It works once, within the next hour:', '@test trip.spec.ts: is told'],
    ['The link lasts for three days.', '@keptBy support on /admin/bookings'],
    ['We send at most three codes an hour.', '@test trip.spec.ts: is told'],
  ])('[PROMISE-06] fails with a figure that is no constant’s: %s', (sentence, tags) => {
    expect(problems(`/** ${tags} */ export const a = '${sentence}';`)).toEqual([
      'a.ts:1 a has a figure of its own; take it from the constant that keeps it',
    ]);
    const withValue = sentence.replace(/3|three|the next/, '\${times}');
    expect(problems(`/** ${tags} */ export const a = \`${withValue}\`;`)).toEqual([]);
    expect(problems(`/** @keptBy the bank */ export const a = '${sentence}';`)).toEqual([]);
  });

  it('[PROMISE-06] fails with what another row of ours says of the same, and passes where the words are prescribed', () => {
    const rows = (tags: string) =>
      problems(`
/** @test trip.spec.ts: is told */
export const plain = 'Rules and fees in sentences, before you pay and not after.';
/** (TRIP-06) ${tags} @test trip.spec.ts: is told */
export const later = 'You see the rules in your trip once the flights are changed.';`);
    expect(rows('')).toEqual(['a.ts:5 later says again when the rules of a fare are told']);
    expect(rows('@prescribed')).toEqual([]);
  });

  it('[PROMISE-07] fails when support keeps it on no page of staff, and when words are prescribed by no requirement', () => {
    const keep = (tags: string) => problems(`/** ${tags} */ export const a = 'We ask.';`);
    expect(keep('@keptBy support, who asks')).toEqual([
      'a.ts:1 a is kept by support, and names no screen for it: "support on /admin/..."',
    ]);
    expect(keep('@keptBy support on /admin/gone')).toEqual([
      'a.ts:1 a is kept by support on /admin/gone, which is no page of staff',
    ]);
    expect(keep('@keptBy support on /admin/bookings, whose refund is mailed')).toEqual([]);
    expect(keep('@prescribed @keptBy the bank')).toEqual([
      'a.ts:1 a is prescribed, and names no requirement',
    ]);
  });

  it('passes with a test or with somebody who keeps it', () => {
    const source = `
/** (TRIP-06) @test trip.spec.ts: a guest finds the trip */
export const found = 'We find it.';
/** @test trip.spec.ts: is told @keptBy the bank, as to the days */
export const told = (days: number) => \`Within \${days} days.\`;`;
    expect(problems(source)).toEqual([]);
    expect(readRegister('a.ts', source)).toMatchObject([
      { sentence: 'We find it.', requirements: ['TRIP-06'], test: 'trip.spec.ts: a guest finds the trip' },
      { sentence: 'Within {} days.', keptBy: 'the bank, as to the days' },
    ]);
  });
});

describe('[PROMISE-01] a page', () => {
  const find = (source: string) => findPromises('page.tsx', source).map(({ sentence }) => sentence);

  it.each([
    'We answer every e-mail within a day.',
    'Open the trip in My Trips and choose Cancel Flight.',
    'Your card is charged only after that.',
    'Refunds reach you in 7-14 business days.',
    'You can add a bag at any time.',
    'Cancelling costs no fee in this case.',
    'The confirmation is sent to you by email.',
  ])('promises: %s', (sentence) => {
    expect(find(`const text = '${sentence}';`)).toEqual([sentence]);
    expect(find(`const text = \`Hello \${name}. ${sentence}\`;`)).toEqual([sentence]);
    expect(find(`const text = <p>A fact. ${sentence.replace('. ', '.{" "}')}</p>;`)).toEqual([sentence]);
    expect(find(`const page = <Page lead="${sentence}" />;`)).toEqual([sentence]);
  });

  it('promises in a sentence with a link, and in what a sentence shows', () => {
    expect(find('<p>Go to <Link to="/my-trips">My Trips</Link>: you cancel\n there.</p>')).toEqual([
      'Go to My Trips: you cancel there.',
    ]);
    expect(find("<p>Please wait. {isLate && 'We write to you very soon.'}</p>")).toEqual([
      'We write to you very soon.',
    ]);
  });

  it.each([
    'We have sent a link to that address.',
    'We cannot read your booking right now.',
    'Can I cancel it free of charge?',
    'My Trips',
    'The airline has cancelled these flights.',
  ])('does not promise: %s', (sentence) => {
    expect(find(`const text = '${sentence}';`)).toEqual([]);
  });
});

it('[PROMISE-07] reads every sentence of the default brand but what others say and what is no sentence', () => {
  const source = `const brand = {
    subline: 'Pick a place, and see which days cost least.',
    testimonials: [{ quote: 'I called at two in the morning.' }],
    benefits: [{ title: 'One list to narrow it down', description: seen }],
  };`;
  expect(findBrandTexts('brand.ts', source)).toEqual([
    { line: 2, sentence: 'Pick a place, and see which days cost least.' },
  ]);
});

it('[PROMISE-01] reads the pages and mails, which promise only what the register has', () => {
  const pages = listPages();
  for (const page of [
    'apps/shell/src/faq/questions.ts',
    'apps/search-mfe/src/support/support-hero.tsx',
    'apps/booking-mfe/src/payment/payment-step.tsx',
    'apps/account-mfe/src/trips/trip-changes.tsx',
    'libs/ui-theme/src/components/retry-countdown.tsx',
    'services/payments/src/mail/booking-mails.ts',
    'services/accounts/src/passwords/compose-reset-mail.ts',
  ])
    expect(pages).toContain(page);
  const faq = readFileSync(join(repoRoot, 'apps/shell/src/faq/questions.ts'), 'utf8');
  // What the page reads from the register, written into it again.
  expect(
    findPromises('questions.ts', faq.replace('answer: refundDays', "answer: 'We refund in 7 days.'")),
  ).toHaveLength(findPromises('questions.ts', faq).length + 1);
  expect(findPromiseProblems()).toEqual([]);
});
