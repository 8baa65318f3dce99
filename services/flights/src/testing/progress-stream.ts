import { searchProgress, type SearchProgress } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { searchProgressSchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';

const getBaseUrl = async (app: FastifyInstance): Promise<string> => {
  const address = app.addresses().find((entry) => typeof entry !== 'string');
  return address ? `http://127.0.0.1:${address.port}` : app.listen({ host: '127.0.0.1', port: 0 });
};

export interface ProgressStream {
  /** Snapshots received so far. */
  snapshots: SearchProgress[];
  response: Response;
  /** Resolves with the names of all events when the stream ends. */
  ended: Promise<string[]>;
  close(): void;
}

/** Opens the progress stream of a search over HTTP. */
export async function openProgressStream(
  server: FastifyInstance | string,
  query: object,
  headers: Record<string, string> = {},
): Promise<ProgressStream> {
  const controller = new AbortController();
  const base = typeof server === 'string' ? server : await getBaseUrl(server);
  const response = await fetch(base + buildUrl(searchProgress.path, {}, { ...query }), {
    headers,
    signal: controller.signal,
  });
  const snapshots: SearchProgress[] = [];
  const names: string[] = [];

  async function readEvents(): Promise<string[]> {
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

  const ended = readEvents();
  // A test that closes the stream does not await `ended`.
  ended.catch(() => undefined);
  return { snapshots, response, ended, close: () => controller.abort() };
}
