import fastifyPlugin from 'fastify-plugin';
import type { CardFormHosts } from './hosts.ts';

const closedFeatures = 'camera=(), geolocation=(), microphone=()';

/** Security headers of every response of the origin, also of those to requests that no hook sees. */
export const securityHeaderValues = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': `${closedFeatures}, payment=(self)`,
};

/** The headers of a page with the card form that differ: wallets and security keys work in its frames, and wallets open windows. */
export function getCardFormHeaders({ delegated }: CardFormHosts) {
  const origins = ['self', ...delegated.map((origin) => `"${origin}"`)].join(' ');
  return {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `${closedFeatures}, payment=(${origins}), publickey-credentials-get=(${origins})`,
  };
}

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
