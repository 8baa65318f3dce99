import { searchProgress, type SearchProgress } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { searchProgressSchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';

const address = async (app: FastifyInstance): Promise<string> => {
  const known = app.addresses().find((address) => typeof address !== 'string');
  return known ? `http://127.0.0.1:${known.port}` : app.listen({ host: '127.0.0.1', port: 0 });
};

export interface Watcher {
  /** So far. */
  snapshots: SearchProgress[];
  response: Response;
  /** Resolves with the names of all events once the stream is over. */
  over: Promise<string[]>;
  leave(): void;
}

/** A visitor who watches a search over HTTP, as a browser does. */
export async function watch(
  server: FastifyInstance | string,
  query: object,
  headers: Record<string, string> = {},
): Promise<Watcher> {
  const leaving = new AbortController();
  const base = typeof server === 'string' ? server : await address(server);
  const response = await fetch(base + buildUrl(searchProgress.path, {}, { ...query }), {
    headers,
    signal: leaving.signal,
  });
  const snapshots: SearchProgress[] = [];
  const names: string[] = [];

  async function read(): Promise<string[]> {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (!name || !data) continue;
        names.push(name);
        if (name === 'progress') snapshots.push(searchProgressSchema.parse(JSON.parse(data)));
      }
    }
    return names;
  }

  const over = read();
  // Whoever leaves does not wait for the end.
  over.catch(() => undefined);
  return { snapshots, response, over, leave: () => leaving.abort() };
}
