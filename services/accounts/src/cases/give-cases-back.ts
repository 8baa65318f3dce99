import { giveBackCases } from '@fareline/contracts';
import { createServiceClient } from '@fareline/service-kit/service-client';
import type { AccountsConfig } from '../config.ts';

/** Gives back the cases that a former member of staff has taken, which payments has. (GUARD-07) */
export async function giveCasesBack(config: AccountsConfig, userId: string): Promise<void> {
  const { PAYMENTS_URL: baseUrl, SERVICE_CREDENTIAL: credential } = config;
  await createServiceClient({ baseUrl, credential })(giveBackCases, { body: { user_id: userId } });
}
