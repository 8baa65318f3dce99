import { brandKeyPattern } from '@fareline/contracts/brand';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { FastifyRequest } from 'fastify';

/** The header with the id of the brand, which the edge sets. */
export const brandHeader = 'x-brand';

/** The brand key of a request; `default` if it did not pass through the edge. */
export function readBrandKey(request: FastifyRequest): string {
  const id = request.headers[brandHeader];
  return typeof id === 'string' && brandKeyPattern.test(id) ? id : defaultBrand.id;
}
