import type { Database } from '../db/schema.ts';

/** Whether live mode is on; false until an administrator turns it on. */
export async function isLiveMode(db: Database): Promise<boolean> {
  const row = await db.selectFrom('settings').select('live_mode').executeTakeFirst();
  return row?.live_mode ?? false;
}

export async function setLiveMode(db: Database, liveMode: boolean): Promise<void> {
  await db
    .insertInto('settings')
    .values({ id: 1, live_mode: liveMode })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ live_mode: liveMode, updated_at: new Date() }),
    )
    .execute();
}
