import { sessionHintCookie } from '@fareline/contracts';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

declare const document: { cookie: string };

// Testing Library cleans up automatically only when the test runner's functions are globals; here they are imported.
afterEach(cleanup);

// Without the hint screens would not ask who is signed in; a test of a browser without a session removes it.
beforeEach(() => {
  document.cookie = `${sessionHintCookie}=1`;
});
