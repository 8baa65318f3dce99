import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request is made to the host of ADMIN_ORIGIN; undefined where the administration has none of its own. */
    isToAdministration: boolean | undefined;
  }
}

/** Tells requests to the administration from those to the sites of travellers, by their host. (GUARD-10) */
export const administration = fastifyPlugin<{ adminOrigin: string | undefined }>(
  async (app, { adminOrigin }) => {
    const adminHost = adminOrigin === undefined ? undefined : new URL(adminOrigin).host;
    app.decorateRequest('isToAdministration', {
      getter(this: FastifyRequest) {
        return adminHost === undefined ? undefined : this.host.toLowerCase() === adminHost;
      },
    });
  },
  { name: 'administration' },
);
