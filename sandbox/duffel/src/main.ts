import { runSandbox } from '@fareline/sandbox-kit';
import { buildDuffelSandbox } from './app.ts';
import { readConfig } from './config.ts';

const { port, host, options } = readConfig(process.env);
const app = buildDuffelSandbox(options);
runSandbox('Duffel', await app.listen({ port, host }), () => app.close());
