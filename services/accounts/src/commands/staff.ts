import type { StaffMember } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { exitOnUsageError, readArguments, UsageError } from '@fareline/service-kit/command-line';
import { ConfigError } from '@fareline/service-kit/config';
import { runDatabaseCommand } from '@fareline/service-kit/db/database-command';
import { createRowKeys } from '@fareline/service-kit/db/row-keys';
import { createLogger } from '@fareline/service-kit/logging';
import type { Database } from '../db/schema.ts';
import { kindNames } from '../factors/factor.repository.ts';
import { resetFactors } from '../staff/set-up-link.ts';
import { listStaff } from '../staff/staff.repository.ts';
import { closeAccount, takeRoleAway } from '../staff/take-role-away.ts';
import { sealedTravellers } from '../travellers/sealed-traveller.ts';
import { findByUsername } from '../users/user.repository.ts';
import { parseStaffConfig } from './staff-config.ts';

type Config = ReturnType<typeof parseStaffConfig>;

const describe = ({ username, email, role, factors, sessions, lastUsedAt }: StaffMember) =>
  [
    ...[username, email, role],
    `Second factors: ${factors.map((kind) => kindNames[kind]).join(', ') || 'none'}`,
    `Sessions: ${sessions}${lastUsedAt ? `, last used ${lastUsedAt}` : ''}`,
  ].join('  ');

const operator = { actor: 'operator' } as const;

/** Without the store of the keys, as by `npm run staff`, accounts destroys them later. */
async function destroyKeys(db: Database, config: Config, sealed: string[]): Promise<void> {
  const { KEYS_DATABASE_URL, DATABASE_SCHEMA } = config;
  if (!KEYS_DATABASE_URL) return;
  const log = createLogger('accounts', { LOG_LEVEL: 'warn', COMMIT: undefined });
  const rowKeys = createRowKeys({ KEYS_DATABASE_URL, DATABASE_SCHEMA }, sealedTravellers, { db, log });
  await rowKeys.destroy(sealed);
  await rowKeys.close();
}

/** What is done to a member of staff; returns the line for the operator. */
const actions: Record<string, (db: Database, userId: string, config: Config) => Promise<string>> = {
  revoke: async (db, userId) => {
    const { username } = await takeRoleAway(db, userId, operator);
    return `${username} is not a member of staff any more, and signed out everywhere.`;
  },
  close: async (db, userId, config) => {
    const { user, sealed } = await closeAccount(db, userId, operator);
    await destroyKeys(db, config, sealed);
    return `The account ${user.username} is closed.`;
  },
  link: async (db, userId, config) =>
    `Second factor: ${await resetFactors(db, userId, config)}  (once, within 24 hours)`,
};

/** Lists the staff, takes roles away, closes accounts, and lets in again who has lost their second factors. (GUARD-07) */
const { positionals } = readArguments(
  `staff.ts list                 prints who has a role, with second factors and sessions
staff.ts revoke <user name>   takes the role away, ends all sessions, removes second factors, gives cases back
staff.ts close <user name>    does the same and deletes the account; the audit trail stays
staff.ts link <user name>     for who has lost second factors and recovery codes: removes them, ends all sessions and prints a link to
                              add a second factor, for once and 24 hours
`,
  { allowPositionals: true, options: {} },
  2,
);
const [verb = '', username] = positionals;
const act = actions[verb];
if (verb !== 'list' && !act) exitOnUsageError(new UsageError(`Unknown command '${verb}'.`));
if (verb === 'list' && username !== undefined)
  exitOnUsageError(new UsageError(`Unexpected argument '${username}'.`));
if (act && username === undefined) exitOnUsageError(new UsageError(`'${verb}' needs a user name.`));

await runDatabaseCommand(
  () => parseStaffConfig(process.env),
  async (db: Database, config) => {
    if (!act || username === undefined) {
      for (const member of await listStaff(db, config)) process.stdout.write(`${describe(member)}\n`);
      return;
    }
    const user = await findByUsername(db, username);
    if (!user) throw new ConfigError(`No user has the name ${JSON.stringify(username)}.`);
    try {
      process.stdout.write(`${await act(db, user.id, config)}\n`);
    } catch (error) {
      throw error instanceof AppError ? new ConfigError(error.message) : error;
    }
  },
);
