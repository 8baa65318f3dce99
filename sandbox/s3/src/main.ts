import { commonVariables, parseEnv, runSandbox } from '@fareline/sandbox-kit';
import { z } from 'zod';

import { startS3Sandbox } from './app.ts';

const { PORT, HOST } = parseEnv(z.object(commonVariables(9000)), process.env);
const sandbox = await startS3Sandbox({ port: PORT, host: HOST });
runSandbox('S3', sandbox.url, sandbox.close);
