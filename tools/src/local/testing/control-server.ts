import { createServer, type Server } from 'node:http';
import { z } from 'zod';
import type { Supervisor } from '../supervisor.ts';

const commandSchema = z.object({
  name: z.string(),
  action: z.enum(['kill', 'stop', 'restart']),
  env: z.record(z.string(), z.string()).optional(),
});

/** HTTP server through which the browser tests, which run in other processes, kill, stop and restart programs. */
export async function startControlServer(supervisor: Supervisor): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      handleCommand(supervisor, Buffer.concat(chunks).toString()).then(
        () => response.writeHead(204).end(),
        (error: unknown) =>
          response.writeHead(400).end(error instanceof Error ? error.message : String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The control server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, server };
}

async function handleCommand(supervisor: Supervisor, body: string): Promise<void> {
  const { name, action, env } = commandSchema.parse(JSON.parse(body));
  if (action === 'kill') await supervisor.kill(name, 'SIGKILL');
  else if (action === 'stop') await supervisor.stop(name);
  else await supervisor.restart(name, env);
}
