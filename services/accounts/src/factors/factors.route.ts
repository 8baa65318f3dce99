import type { FactorState, NewFactor, ShownFactor } from '@fareline/contracts';
import {
  addFactorContract,
  challengeFactorContract,
  listFactorsContract,
  prepareFactorContract,
  readFactorContract,
  removeFactorContract,
  replaceRecoveryCodesContract,
  showFactorContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { toClientNetwork } from '@fareline/service-kit/limits/client';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { clearAttempts, tableWindow } from '@fareline/service-kit/limits/table-window';
import {
  requireFactorUser,
  requireRecent,
  requireSession,
  requireUser,
} from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { lockSessionUser, showSessionFactor } from '../sessions/sessions.ts';
import { findTokenUser, takeTokenUser } from '../users/mailed-token.repository.ts';
import { findById } from '../users/user.repository.ts';
import { createAppSecret, findStep } from './app-codes.ts';
import { decryptAppSecret } from './app-secret-encryption.ts';
import {
  deleteFactor,
  insertApp,
  insertPasskey,
  kindNames,
  listFactorRows,
  markPasskeyUsed,
  markStepUsed,
  setChallenge,
  takeChallenge,
  toFactor,
  type FactorRow,
} from './factor.repository.ts';
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  verifyAuthentication,
  verifyRegistration,
  type Passkey,
} from './passkeys.ts';
import { queueSecurityMail } from '../security-notices/queue-security-mail.ts';
import { countCodes, replaceCodes, useCode } from './recovery-codes.ts';
import { isFactorRequired } from '../users/staff-origins.ts';

const refuse = (message?: string) =>
  new AppError('FACTOR_REFUSED', message ? { message, fields: [{ path: 'code', message }] } : {});

const wrongCode = () => refuse('This code is not correct, or was used before. Please enter the next one.');

const isPasskey = (row: FactorRow): row is FactorRow & Passkey => row.kind === 'passkey';
const isApp = (row: FactorRow): row is FactorRow & { secret: string } => row.kind === 'totp';

/** The ids of a user's passkeys, by which browsers know them. */
const listPasskeyIds = async (db: Database, userId: string) =>
  (await listFactorRows(db, userId)).filter(isPasskey).map(({ credential_id }) => credential_id);

/** Verifies what is shown, outside of a transaction, and returns how to record that it was used; that returns false if it cannot be. */
async function verifyShown(
  { db, config }: Deps,
  request: FastifyRequest,
  userId: string,
  shown: ShownFactor,
): Promise<(trx: Database) => Promise<boolean>> {
  if (shown.kind === 'recovery') return (trx) => useCode(trx, userId, shown.code);
  const rows = await listFactorRows(db, userId);
  if (shown.kind === 'totp') {
    for (const row of rows.filter(isApp)) {
      const step = findStep(decryptAppSecret(config.SESSION_KEY_SECRET, row), shown.code);
      if (step !== undefined) return (trx) => markStepUsed(trx, row.id, step);
    }
    throw wrongCode();
  }
  const challenge = await takeChallenge(db, requireSession(request).jti);
  const passkey = rows.filter(isPasskey).find(({ credential_id: id }) => id === shown.credential.id);
  const counter =
    challenge && passkey
      ? await verifyAuthentication(config, challenge, shown.credential, {
          ...passkey,
          counter: Number(passkey.counter),
        })
      : undefined;
  if (!passkey || counter === undefined) throw refuse();
  return (trx) => markPasskeyUsed(trx, passkey.id, counter);
}

/** Verifies a new factor, outside of a transaction, and returns how to insert it; that returns false if it cannot be. */
async function verifyNew(
  { db, config }: Deps,
  request: FastifyRequest,
  userId: string,
  added: NewFactor,
): Promise<(trx: Database) => Promise<boolean>> {
  if (added.kind === 'totp') {
    const { name, secret } = added;
    const step = findStep(secret, added.code);
    if (step === undefined) throw wrongCode();
    return async (trx) => {
      await insertApp(trx, userId, name, { key: config.SESSION_KEY_SECRET, secret, step });
      return true;
    };
  }
  const challenge = await takeChallenge(db, requireSession(request).jti);
  const passkey = challenge && (await verifyRegistration(config, challenge, added.credential));
  if (!passkey) throw refuse();
  return (trx) => insertPasskey(trx, userId, added.name, passkey);
}

/** Second factors of staff: passkeys, apps that show codes, recovery codes. (GUARD-03, GUARD-09) */
export const factorRoutes = routePlugin(
  { name: 'factors', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const { db, config, enqueue } = deps;

    registerRoute(app, readFactorContract, async ({ request }): Promise<FactorState> => {
      const { id } = requireFactorUser(request);
      const rows = await listFactorRows(db, id);
      const kinds = [...new Set(rows.map(({ kind }) => kind))];
      const hasCode = (await countCodes(db, id)) > 0;
      return { factor: request.factor, kinds: [...kinds, ...(hasCode ? ['recovery' as const] : [])] };
    });

    registerRoute(app, challengeFactorContract, async ({ request }) => {
      const { id } = requireFactorUser(request);
      const options = await createAuthenticationOptions(config, await listPasskeyIds(db, id));
      await setChallenge(db, requireSession(request).jti, options.challenge);
      return { options: { ...options } };
    });

    registerRoute(app, showFactorContract, async ({ body, request, reply }) => {
      const user = requireFactorUser(request);
      // Who gets a new password begins anew, so that guesses with a stolen one end with it.
      const changedAt = (await findById(db, user.id))?.password_changed_at?.getTime() ?? '';
      const account = `${user.id} ${changedAt}`;
      const attempts = [
        { ...limits.factorCodes.ofNetwork, subject: `${account} ${toClientNetwork(request.ip)}` },
        { ...limits.factorCodes.ofAccount, subject: account },
      ];
      // A passkey cannot be guessed, so that guesses at codes do not keep its owner out.
      if (body.kind !== 'passkey')
        await perWindow(
          tableWindow(db),
          attempts,
          tooManyRequests(
            'wrong_codes',
            (wait) => `Too many wrong codes. Try again in ${wait}, use a passkey, or set a new password.`,
          ),
        );
      const markUsed = await verifyShown(deps, request, user.id, body);
      const mailId = await showSessionFactor(deps, request, reply, async (trx) => {
        if (!(await markUsed(trx))) throw body.kind === 'passkey' ? refuse() : wrongCode();
        if (body.kind !== 'recovery') return undefined;
        const left = await countCodes(trx, user.id);
        return queueSecurityMail(trx, request, user.id, {
          subject: 'A recovery code was used',
          sentence: `One of your recovery codes was used in place of a second factor; ${left} of them are left.`,
        });
      });
      if (mailId) enqueue.mail(mailId);
      if (body.kind !== 'passkey') for (const limit of attempts) await clearAttempts(db, limit);
      return { success: true as const, message: 'Confirmed', user };
    });

    registerRoute(app, listFactorsContract, async ({ request }) => {
      const { id } = requireUser(request);
      return {
        factors: (await listFactorRows(db, id)).map(toFactor),
        recoveryCodesLeft: await countCodes(db, id),
        isRequired: isFactorRequired(config),
      };
    });

    /**
     * Throws unless a factor may be added: with a factor shown lately; without one by a set-up link, or where none is required by the password
     * entered lately.
     */
    async function requireMayAdd(request: FastifyRequest, token: string | undefined): Promise<void> {
      if (request.factor !== 'owed') return requireRecent(request);
      const { id } = requireFactorUser(request);
      if ((await listFactorRows(db, id)).length > 0) throw new AppError('FACTOR_REQUIRED');
      if (token === undefined || (await findTokenUser(db, 'factor-set-up', token)) !== id)
        throw new AppError('LINK_INVALID');
    }

    registerRoute(app, prepareFactorContract, async ({ body, request }) => {
      await requireMayAdd(request, body.token);
      const user = requireFactorUser(request);
      const ids = await listPasskeyIds(db, user.id);
      const options = await createRegistrationOptions(config, user, ids);
      await setChallenge(db, requireSession(request).jti, options.challenge);
      const { host } = new URL(await request.findSiteOrigin());
      return { options: { ...options }, ...createAppSecret(host, user.username) };
    });

    registerRoute(app, addFactorContract, async ({ body, request, reply }) => {
      await requireMayAdd(request, body.token);
      const user = requireFactorUser(request);
      const insert = await verifyNew(deps, request, user.id, body);
      let recoveryCodes: string[] | null = null;
      const mailId = await showSessionFactor(deps, request, reply, async (trx) => {
        const { length } = await listFactorRows(trx, user.id);
        const isFirst = length === 0;
        if (length >= limits.factors)
          throw new AppError('ACTION_NOT_POSSIBLE', {
            message: `You have ${length} second factors. Please remove one first.`,
          });
        // Another factor was set up meanwhile, or the link was used.
        if (!isFirst && request.factor !== 'shown') throw new AppError('FACTOR_REQUIRED');
        if (request.factor === 'owed' && (await takeTokenUser(trx, 'factor-set-up', body.token!)) !== user.id)
          throw new AppError('LINK_INVALID');
        if (!(await insert(trx))) throw refuse();
        if (isFirst) recoveryCodes = await replaceCodes(trx, user.id);
        const details = { kind: body.kind, name: body.name };
        await insertAuditEntry(trx, { action: 'factor_added', actor: user, details, request });
        return queueSecurityMail(trx, request, user.id, {
          subject: 'A second factor was added',
          sentence: `A new ${kindNames[body.kind]} was added to your account as a second factor.`,
        });
      });
      if (mailId) enqueue.mail(mailId);
      return { user, recoveryCodes };
    });

    registerRoute(app, removeFactorContract, async ({ params, request }) => {
      const user = requireUser(request);
      const mailId = await db.transaction().execute(async (trx) => {
        await lockSessionUser(trx, request);
        const removed = await deleteFactor(trx, user.id, params.id);
        if (!removed) throw new AppError('NOT_FOUND');
        const isLast = (await listFactorRows(trx, user.id)).length === 0;
        if (isLast && isFactorRequired(config)) throw new AppError('FACTOR_NEEDED');
        if (isLast) await trx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
        await insertAuditEntry(trx, { action: 'factor_removed', actor: user, details: removed, request });
        return queueSecurityMail(trx, request, user.id, {
          subject: 'A second factor was removed',
          sentence: `A ${kindNames[removed.kind]} was removed from your account.`,
        });
      });
      enqueue.mail(mailId);
      return { success: true as const, message: 'The second factor is removed.' };
    });

    registerRoute(app, replaceRecoveryCodesContract, async ({ request }) => {
      const user = requireUser(request);
      const [recoveryCodes, mailId] = await db.transaction().execute(async (trx) => {
        await lockSessionUser(trx, request);
        if ((await listFactorRows(trx, user.id)).length === 0)
          throw new AppError('ACTION_NOT_POSSIBLE', { message: 'Please add a second factor first.' });
        await insertAuditEntry(trx, { action: 'recovery_codes_replaced', actor: user, request });
        return [
          await replaceCodes(trx, user.id),
          await queueSecurityMail(trx, request, user.id, {
            subject: 'New recovery codes',
            sentence: 'New recovery codes were made for your account; the ones until now open nothing.',
          }),
        ] as const;
      });
      enqueue.mail(mailId);
      return { recoveryCodes };
    });
  },
);
