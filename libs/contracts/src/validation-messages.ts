import { z } from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

function validationMessage({ code, input, ...issue }: Issue): string {
  if (input === undefined || (input === '' && code === 'too_small')) return 'Required';
  return code === 'invalid_format' && issue['format'] === 'email' ? 'Invalid email' : 'Invalid input';
}

// What checks say that have no text of their own: the library's sentences are for programmers. Forms and requests are
// checked with schemas, so those bring this along. (ERROR-14)
z.config({ customError: validationMessage });
