import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library does this by itself only where a test runner's functions are globals; ours are imported.
afterEach(cleanup);
