import { z } from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

function validationMessage({ code, input, ...issue }: Issue): string {
  if (input === undefined || (input === '' && code === 'too_small')) return 'Required';
  return code === 'invalid_format' && issue['format'] === 'email' ? 'Invalid email' : 'Invalid input';
}

// Default messages of all schemas: those of zod are written for programmers. (ERROR-14)
z.config({ customError: validationMessage });

// Pages forbid evaluating strings, which zod otherwise tries when the first schema is created.
z.config({ jitless: 'document' in globalThis });
