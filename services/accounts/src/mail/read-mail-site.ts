import { readBrandKey } from '@fareline/service-kit/http/brand-header';
import type { FastifyRequest } from 'fastify';
import type { MailSite } from '../db/schema.ts';

/** The site of a request, for the mail that it causes. (HOST-03) */
export const readMailSite = async (request: FastifyRequest): Promise<MailSite> => ({
  brand: readBrandKey(request),
  origin: await request.findSiteOrigin(),
});
