import pg from 'pg';
import { getRequestContext } from '../request-context.ts';

/** Runs `work` and returns the texts of the queries that the request with this id has sent to PostgreSQL meanwhile. */
export async function recordQueries(requestId: string, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { prototype } = pg.Client;
  const send = prototype.query;
  prototype.query = function query(this: pg.Client, ...parameters: unknown[]) {
    if (getRequestContext()?.requestId === requestId) texts.push(String(parameters[0]));
    return (send as (...parameters: unknown[]) => unknown).apply(this, parameters);
  } as typeof send;
  try {
    await work();
  } finally {
    prototype.query = send;
  }
  return texts;
}
