import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/errors.ts';
import { findLogoUrl } from './carriers.ts';

/** A disc with the airline's code, in a colour that the code decides. */
function renderLogo(code: string): string {
  const hue = (Number.parseInt(code, 36) * 137) % 360;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
    `<circle cx="20" cy="20" r="20" fill="hsl(${hue} 60% 32%)"/>` +
    '<text x="20" y="26" fill="#fff" font-family="sans-serif" font-size="16" font-weight="700" ' +
    `text-anchor="middle">${code}</text></svg>`
  );
}

/** The symbols that Duffel serves from a host of its own, for the airlines whose data has one. */
export function addAirlineLogoRoute(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>(
    '/img/airlines/for-light-background/full-color-logo/:code.svg',
    async ({ params: { code } }, reply) => {
      if (!findLogoUrl(code)) throw notFound('logo');
      return reply.type('image/svg+xml').send(renderLogo(code));
    },
  );
}
