import { runSandbox } from '@fareline/sandbox-kit';

import { buildStripeSandbox } from './app.ts';
import { readConfig } from './config.ts';

const { port, host, options } = readConfig(process.env);
const app = buildStripeSandbox(options);
runSandbox('Stripe', await app.listen({ port, host }), () => app.close());
