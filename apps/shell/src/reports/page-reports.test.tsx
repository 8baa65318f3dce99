import { pageReportSchema } from '@fareline/contracts/schemas';
import type { PageReport } from '@fareline/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageReports, reportUncaught, type PageReports } from './page-reports.ts';

let sent: PageReport[];
let reports: PageReports;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sent = [];
  reports = createPageReports({
    getVersion: (frontEnd) => ({ shell: '1-s', search: '2-a', booking: '3-b' })[frontEnd],
    send: (body) => void sent.push(pageReportSchema.parse(JSON.parse(body))),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An error with these frames at the top of its stack. */
function createError(...files: string[]): Error {
  const error = new TypeError('The card of ana@fareline.example was 4242');
  error.stack = [
    error.message,
    ...files.map((file) => `at render (https://x.example/releases/${file}:1:20)`),
  ].join('\n');
  return error;
}
const flush = () => vi.advanceTimersByTime(1000);

it('reports the front ends of a view, with their releases', () => {
  reports.startView({ frontEnd: 'search', route: '/' });
  reports.startView({ frontEnd: 'shell', route: '/faq' });
  flush();
  expect(sent).toEqual([
    {
      views: [
        { frontEnd: 'search', version: '2-a' },
        { frontEnd: 'shell', version: '1-s' },
        { frontEnd: 'shell', version: '1-s' },
      ],
      errors: [],
      vitals: [],
    },
  ]);
});

it('reports an error with release, place and screen, and nothing of its message', () => {
  reports.startView({ frontEnd: 'search', route: '/flight/:id' });
  reports.addError('render', createError('search/2-a/offer.1f.js'));
  flush();
  expect(sent[0]?.errors).toEqual([
    {
      ...{ frontEnd: 'search', version: '2-a', kind: 'render', name: 'TypeError' },
      ...{ place: 'search/2-a/offer.1f.js:1:20', route: '/flight/:id' },
    },
  ]);
  expect(JSON.stringify(sent)).not.toContain('ana');
});

it.each([
  [
    'of the remote whose mistake throws in the shell',
    'booking',
    ['shell/1-s/vendor.js', 'booking/3-b/pay.js'],
  ],
  ['of the shell when no remote is in the stack', 'shell', ['shell/1-s/main.js']],
  ['of the screen that is shown when there is no stack', 'search', []],
])('an error is one %s', (_case, frontEnd, files) => {
  reports.startView({ frontEnd: 'search' });
  reports.addError('render', createError(...files));
  flush();
  expect(sent[0]?.errors.map((error) => error.frontEnd)).toEqual([frontEnd]);
});

it('counts a view of each front end that has an error, once, whatever it shows of the screen', () => {
  reports.startView({ frontEnd: 'search' });
  reports.addToView('booking');
  reports.addToView('booking');
  reports.addError('render', createError('booking/3-b/trip-card.js'));
  reports.addError('script', createError('account/7-old/a.js'));
  flush();
  expect(sent[0]?.views).toEqual([
    { frontEnd: 'search', version: '2-a' },
    { frontEnd: 'shell', version: '1-s' },
    { frontEnd: 'booking', version: '3-b' },
    { frontEnd: 'account', version: '7-old' },
  ]);
  expect(sent[0]?.errors.map(({ frontEnd, version }) => [frontEnd, version])).toEqual([
    ['booking', '3-b'],
    ['account', '7-old'],
  ]);
});

it('counts one error of a front end in a view', () => {
  reports.startView({ frontEnd: 'search' });
  reports.addError('render', createError('search/2-a/a.js'));
  reports.addError('script', createError('search/2-a/b.js'));
  reports.addError('load', createError(), 'booking');
  reports.startView({ frontEnd: 'search' });
  reports.addError('render', createError('search/2-a/a.js'));
  flush();
  expect(sent.flatMap(({ errors }) => errors.map(({ frontEnd, kind }) => [frontEnd, kind]))).toEqual([
    ['search', 'render'],
    ['booking', 'load'],
    ['search', 'render'],
  ]);
});

it.each([
  ['an extension', createError()],
  ['a lost connection', Object.assign(createError('search/2-a/a.js'), { message: 'Failed to fetch' })],
  ['a request that was given up', Object.assign(createError('search/2-a/a.js'), { name: 'AbortError' })],
])('blames no release for %s', (_case, error) => {
  reports.addError('script', error);
  flush();
  expect(sent).toEqual([]);
});

it('reports what nothing caught, and what is waiting when the page is left', () => {
  reportUncaught(reports);
  window.dispatchEvent(Object.assign(new Event('error'), { error: createError('search/2-a/a.js') }));
  window.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: createError('booking/3-b/a.js') }),
  );
  window.dispatchEvent(new Event('pagehide'));
  expect(sent[0]?.errors.map(({ frontEnd, kind }) => [frontEnd, kind])).toEqual([
    ['search', 'script'],
    ['booking', 'script'],
  ]);
});

it('reports how fast the page was with the front end that was shown', () => {
  reports.startView({ frontEnd: 'search' });
  reports.addVital('LCP', 812);
  flush();
  expect(sent[0]?.vitals).toEqual([{ name: 'LCP', value: 812, frontEnd: 'search' }]);
});
