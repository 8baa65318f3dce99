import { getBrand, listKnownBrands } from '@fareline/contracts';
import { createServiceClient } from '@fareline/service-kit';
import { startProgram, testDatabase, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { credential, origin, sessionKeySecret } from '../testing/harness.ts';

it('does not log requests for the list of brands, which is polled every few seconds', async () => {
  const database = testDatabase('accounts');
  const program = await startProgram('services/accounts/src/main.ts', {
    SITE_ORIGIN: origin,
    SERVICE_CREDENTIAL: credential,
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: database.url,
    DATABASE_SCHEMA: database.schema,
    JOBS_REDIS_URL: testRedisUrl(),
    QUEUE_PREFIX: uniqueName('{accounts}'),
    SESSION_KEY_SECRET: sessionKeySecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  const call = createServiceClient({ baseUrl: program.url, credential });
  const [brand] = await call(listKnownBrands);
  await call(getBrand, { params: { brand: brand!.id } });
  await program.kill();
  await database.drop();
  expect(program.output()).toContain(getBrand.path.replace(':brand', brand!.id));
  expect(program.output()).not.toContain(listKnownBrands.path);
});
