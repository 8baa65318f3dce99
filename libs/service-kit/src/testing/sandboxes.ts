import { startSandbox, type RunningSandbox } from './programs.ts';

/** Starts a sandbox with its own state. */
export const startDuffelSandbox = (env: Record<string, string> = {}): Promise<RunningSandbox> =>
  startSandbox('sandbox/duffel/src/main.ts', env);
export const startStripeSandbox = (env: Record<string, string> = {}): Promise<RunningSandbox> =>
  startSandbox('sandbox/stripe/src/main.ts', env);

/** Starts an object storage, and returns the settings of releases in a bucket of it. */
export async function startS3Sandbox(
  bucket = 'releases',
): Promise<RunningSandbox & { settings: Record<string, string> }> {
  const program: RunningSandbox = await startSandbox('sandbox/s3/src/main.ts');
  const settings = {
    ...{ RELEASES_BUCKET: bucket, RELEASES_ENDPOINT: program.url },
    ...{ AWS_ACCESS_KEY_ID: 'sandbox', AWS_SECRET_ACCESS_KEY: 'sandbox' },
  };
  return { ...program, settings };
}

/** The control API of a sandbox, for tests. */
export function createSandboxControl<Ledger>({ url }: Pick<RunningSandbox, 'url'>) {
  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
  return {
    control,
    fault: (fault: Record<string, unknown>) => control('POST', 'faults', fault),
    clearFaults: () => control('DELETE', 'faults'),
    ledger: () => control('GET', 'ledger') as Promise<Ledger>,
  };
}

interface SentEmail {
  id: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; size: number }[];
}

export interface MailSandbox extends RunningSandbox {
  smtpUrl: string;
  /** Whether the SMTP server refuses all emails. */
  refuse(isRefusing: boolean): Promise<unknown>;
  /** The emails sent to an email address, newest first. */
  getEmails(to: string): Promise<SentEmail[]>;
  /** The content of an attachment, the first being 1. */
  getAttachment(email: SentEmail, number: number): Promise<Buffer>;
}

/** Starts a mail server with its own state. */
export async function startMailSandbox(): Promise<MailSandbox> {
  const path = 'sandbox/mail/src/main.ts';
  const program = await startSandbox<Pick<MailSandbox, 'url' | 'smtpUrl'> & { close(): Promise<void> }>(
    path,
    {
      SMTP_PORT: '0',
    },
  );
  const { control } = createSandboxControl(program);
  return {
    ...program,
    refuse: (refuse) => control('POST', 'faults', { refuse }),
    async getEmails(to) {
      const response = await fetch(`${program.url}/messages?to=${encodeURIComponent(to)}`);
      return (await response.json()) as SentEmail[];
    },
    async getAttachment({ id }, number) {
      const response = await fetch(`${program.url}/messages/${id}/attachments/${number}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
