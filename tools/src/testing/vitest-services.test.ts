import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

describe('services of a test run', () => {
  it('include a separate PostgreSQL with the database fareline', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('select current_database() as name, uuidv7() is not null as modern');
    await client.end();
    expect(rows).toEqual([{ name: 'fareline', modern: true }]);
  });

  it('include a Redis that never evicts', async () => {
    const redis = new Redis(process.env.TEST_REDIS_URL ?? '');
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    redis.disconnect();
    expect(policy).toBe('noeviction');
  });
});
