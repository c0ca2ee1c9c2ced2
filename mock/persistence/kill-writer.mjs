// Child of kill.test.ts: keeps entries under load until it is killed. Says on standard output what
// was answered.
import {writeSync} from 'node:fs';

const [built, folder] = process.argv.slice(2);
const {lowdbPersistence} = await import(`${built}/mock/persistence/lowdb-persistence.js`);
const {systemPorts} = await import(`${built}/mock/world/ports.js`);

const persistence = await lowdbPersistence(folder, systemPorts);
const loaded = (await persistence.load()).get('w');
const commitLog = await persistence.open(
  'w',
  loaded ?? {meta: metaAt(0), tables: {}, due: [], reads: {}},
);
let seq = loaded?.meta.seq ?? 0;
writeSync(1, 'begun\n');

function metaAt(at) {
  return {clock: {offset: 0}, seed: 1, seq: at, ids: {}, settings: {}};
}

/** Each entry puts the same value into two tables, into chunks far apart: half of it would show. */
async function client(name) {
  for (let turn = 0; ; turn++) {
    const at = ++seq;
    const key = `${name}-${turn % 40}`;
    const row = (place) => ({key, tenant: 't', seq: place, value: at, padding: 'x'.repeat(300)});
    const slot = name * 40 + (turn % 40);
    await commitLog.append({
      changes: [
        {table: 'left', put: row(slot)},
        {table: 'right', put: row(100_000 + slot)},
      ],
      due: {add: [], gone: []},
      meta: metaAt(at),
    });
    writeSync(1, `${key} ${at}\n`);
  }
}
for (let name = 0; name < 16; name++) void client(name);
