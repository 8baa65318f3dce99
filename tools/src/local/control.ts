import { createServer, type Server } from 'node:http';
import { z } from 'zod';
import type { Supervisor } from './supervisor.ts';

const orderSchema = z.object({
  name: z.string(),
  action: z.enum(['kill', 'halt', 'restart']),
  env: z.record(z.string(), z.string()).optional(),
});

/** Lets the browser tests, which run in other processes, kill, halt and restart programs by HTTP. */
export async function serveControl(supervisor: Supervisor): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      obey(supervisor, Buffer.concat(chunks).toString()).then(
        () => response.writeHead(204).end(),
        (error: unknown) =>
          response.writeHead(400).end(error instanceof Error ? error.message : String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The control server has no address.');
  return { url: `http://127.0.0.1:${address.port}`, server };
}

async function obey(supervisor: Supervisor, body: string): Promise<void> {
  const { name, action, env } = orderSchema.parse(JSON.parse(body));
  if (action === 'kill') await supervisor.kill(name, 'SIGKILL');
  else if (action === 'halt') await supervisor.halt(name);
  else await supervisor.restart(name, env);
}
