import fastifyPlugin from 'fastify-plugin';

/** Adds security headers to every response of the origin. */
export const securityHeaders = fastifyPlugin(
  async (app) => {
    app.addHook('onSend', (request, reply, _payload, done) => {
      reply.header('x-content-type-options', 'nosniff');
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(self)');
      if (request.protocol === 'https') {
        reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
      }
      done();
    });
  },
  { name: 'security-headers' },
);
