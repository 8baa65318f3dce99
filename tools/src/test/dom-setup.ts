import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library cleans up automatically only when the test runner's functions are globals; here they are imported.
afterEach(cleanup);
