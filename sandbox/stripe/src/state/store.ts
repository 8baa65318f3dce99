import type { Change } from './journal.ts';
import { noJournal, openJournal, readJournal } from './journal.ts';
import type { Collections } from './records.ts';
import { COLLECTION_NAMES } from './records.ts';

type Name = keyof Collections;

/**
 * The sandbox's state in memory, in order of creation. `put` and `remove` collect changes; `commit` writes them to the journal
 * as one batch and is called before the response is sent.
 */
export interface Store {
  get<N extends Name>(collection: N, id: string): Collections[N] | undefined;
  /** All records, oldest first. */
  all<N extends Name>(collection: N): Collections[N][];
  put<N extends Name>(collection: N, id: string, value: Collections[N]): void;
  remove(collection: Name, id: string): void;
  commit(): void;
  clear(): void;
  close(): void;
}

export function createStore(stateFile?: string): Store {
  const maps = new Map<Name, Map<string, unknown>>(COLLECTION_NAMES.map((name) => [name, new Map()]));
  const getMap = <N extends Name>(name: N) => maps.get(name) as Map<string, Collections[N]>;
  let pending: Change[] = [];

  const listAllChanges = (): Change[] =>
    COLLECTION_NAMES.flatMap((name) => [...getMap(name)].map(([id, value]): Change => [name, id, value]));

  if (stateFile) {
    for (const [name, id, value] of readJournal(stateFile)) {
      if (value === null) maps.get(name as Name)?.delete(id);
      else maps.get(name as Name)?.set(id, value);
    }
  }
  const journal = stateFile ? openJournal(stateFile) : noJournal;
  if (stateFile) journal.compact(listAllChanges());

  return {
    get: (name, id) => getMap(name).get(id),
    all: (name) => [...getMap(name).values()],
    put: (name, id, value) => {
      getMap(name).set(id, value);
      pending.push([name, id, value]);
    },
    remove: (name, id) => {
      if (getMap(name).delete(id)) pending.push([name, id, null]);
    },
    commit: () => {
      if (pending.length === 0) return;
      journal.append(pending);
      pending = [];
    },
    clear: () => {
      for (const entries of maps.values()) entries.clear();
      pending = [];
      journal.compact([]);
    },
    close: () => journal.close(),
  };
}
