import { commonVariables, parseEnv, runSandbox } from '@fareline/sandbox-kit';
import { z } from 'zod';

import { startS3Sandbox } from './app.ts';

/** Tests of services call it in their process. @public */
export function start(env: Record<string, string | undefined>) {
  const { PORT, HOST } = parseEnv(z.object(commonVariables(9000)), env);
  return startS3Sandbox({ port: PORT, host: HOST });
}

if (import.meta.main) await runSandbox('S3', start);
