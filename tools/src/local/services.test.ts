import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

describe('what a test run brings', () => {
  it('is a PostgreSQL of its own with a database that can be written', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('select current_database() as name, uuidv7() is not null as modern');
    await client.end();
    expect(rows).toEqual([{ name: 'fareline', modern: true }]);
  });

  it('is a Redis that never drops a job', async () => {
    const redis = new Redis(process.env.TEST_REDIS_URL ?? '');
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    redis.disconnect();
    expect(policy).toBe('noeviction');
  });
});
