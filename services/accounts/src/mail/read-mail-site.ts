import { readBrandKey } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { MailSite } from './outbox.repository.ts';

/** The site of a request, for the mail that it causes. (HOST-03) */
export const readMailSite = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest): MailSite => ({
  brand: readBrandKey(request),
  origin: config.SITE_ORIGIN[0] as string,
});
