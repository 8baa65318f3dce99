import fastifyPlugin from 'fastify-plugin';

/** Security headers of every response of the origin, also of those to requests that no hook sees. */
export const securityHeaderValues = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
};

export const securityHeaders = fastifyPlugin(
  async (app) => {
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (request.protocol === 'https') {
        reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
      }
      done();
    });
  },
  { name: 'security-headers' },
);
