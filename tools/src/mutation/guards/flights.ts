import type { Guard } from '../guard.ts';

export const guards: Guard[] = [
  {
    id: 'flights-past-departure',
    requirements: ['API-34'],
    file: 'services/flights/src/searches/search.route.ts',
    code: 'rejectPastDeparture(query);',
    without: '',
    tests: ['services/flights/src/searches/search.route.test.ts'],
    title: '[API-34] rejects',
  },
  {
    id: 'flights-budget-share',
    requirements: ['PROVIDER-06'],
    file: 'services/flights/src/duffel/provider-budget.ts',
    code: 'if used + wanted <= limit then',
    without: 'if true then',
    tests: ['services/flights/src/duffel/provider-budget.test.ts'],
    title: '[PROVIDER-06]',
  },
];
