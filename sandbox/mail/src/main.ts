import { runSandbox } from '@fareline/sandbox-kit';

import { startMailSandbox } from './app.ts';
import { readConfig } from './config.ts';

const sandbox = await startMailSandbox(readConfig(process.env));
runSandbox('Mail', `${sandbox.url} , SMTP on ${sandbox.smtpUrl}`, sandbox.close);
