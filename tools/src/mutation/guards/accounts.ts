import type { Guard } from '../guard.ts';

export const guards: Guard[] = [
  {
    id: 'accounts-attempts-limit',
    requirements: ['LIMIT-01'],
    file: 'services/accounts/src/limits/attempt.repository.ts',
    code: ", eb('attempts.count', '<', limit.max)",
    without: ", eb('attempts.count', '<', 1_000_000)",
    tests: ['services/accounts/src/limits/password-attempts.test.ts'],
    title: 'have 10 passwords verified',
  },
  {
    id: 'accounts-sign-out-ends-session',
    requirements: ['SECURITY-02', 'API-76'],
    file: 'services/accounts/src/sessions/sessions.ts',
    code: 'if (request.session) await endSession(db, request.session.jti);',
    without: '',
    tests: ['services/accounts/src/sessions/sessions.test.ts'],
    title: 'ends on the server when the user signs out',
  },
];
