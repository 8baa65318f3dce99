import type { Database } from '../db/schema.ts';

/** Whether live mode is on; false until an administrator turns it on. */
export async function isLiveMode(db: Database): Promise<boolean> {
  const row = await db.selectFrom('settings').select('live_mode').executeTakeFirst();
  return row?.live_mode ?? false;
}

/** Sets the mode and returns the previous one. Call it in a transaction, which locks the mode. */
export async function setLiveMode(trx: Database, liveMode: boolean): Promise<boolean> {
  await trx
    .insertInto('settings')
    .values({ id: 1, live_mode: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { live_mode: previous } = await trx
    .selectFrom('settings')
    .select('live_mode')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx.updateTable('settings').set({ live_mode: liveMode, updated_at: new Date() }).execute();
  return previous;
}
