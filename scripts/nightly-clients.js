// `npm run nightly:clients` makes clients from the published documents with the generators that people use, which it
// installs from their registries into a temporary folder (it needs python3, go, java and mvn). With each client it makes
// one call of each operation to the mock of `presscheck exec`. The journal of the mock says which calls arrived; the
// client printed what it decoded. Prints one line a client, and exits with 1 unless each makes all of its calls.
//   npm run nightly:clients -- --only NAME,...   runs some of them, for example openapi-typescript,oapi-codegen
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {folder, GENERATORS} from './clients/generators.js';
import {APIS, control, NO_KEEP_ALIVE, planOf} from './clients/plan.js';

/** What generators do wrong, by client and operation. A row that no longer holds is wrong as well. */
const LIMITS = {
  'openapi-generator-java': {
    updateIssue: 'sends null for a member of any type that was not set, here `table_of_contents`',
  },
};

/** Names in the writing of any language are the same when they differ only in case and word marks. */
const plain = (text) => text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** The pointers to what a response has and its decoded value lacks. */
function lost(sent, decoded, at = '') {
  if (sent === null) return [];
  if (typeof sent !== 'object') return decoded === undefined || decoded === null ? [at] : [];
  const members = new Map(
    Object.entries(decoded ?? {}).map(([name, value]) => [plain(name), value]),
  );
  return Object.entries(sent).flatMap(([name, value]) =>
    lost(value, members.get(plain(name)), `${at}/${name}`),
  );
}

/** What went wrong with the call of a step, by the journal's entries and the line of the client. */
function* wrongWith({operation, answered, decoded}, entries, line) {
  const mine = entries.filter((entry) => entry.operation === operation);
  const [{status, response} = {}] = mine;
  if (mine.length !== 1) yield `arrived ${mine.length} times`;
  else if (!answered.includes(String(status))) yield `was answered ${status}`;
  // A redirect that is not followed is an error for some clients.
  if (!line) yield 'was not made';
  else if (line.error && !(status >= 300 && status < 400)) yield line.error;
  else if (decoded && status < 300 && !response.body_note)
    for (const pointer of lost(JSON.parse(response.body), line.value)) yield `lost ${pointer}`;
}

/** Makes the client of an API and its calls, and returns what went wrong, one text each. */
async function tryClient(name, api) {
  await control('reset', {});
  const published = new URL('/openapi.json', APIS[api].url);
  const document = await (await fetch(published, {headers: NO_KEEP_ALIVE})).json();
  const plan = await planOf(api, document);
  const {last} = await control('journal?limit=1');
  const where = `${name}-${api}`;
  const task = {
    where,
    plan,
    document: join(folder, `${api}.json`),
    planFile: join(folder, `${where}.plan.json`),
  };
  mkdirSync(join(folder, where), {recursive: true});
  writeFileSync(task.document, JSON.stringify(document));
  writeFileSync(task.planFile, JSON.stringify(plan));
  const lines = GENERATORS[name]
    .make(task)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const {entries} = await control(`journal?after=${last}&limit=1000`);
  return plan.steps.map((step) => {
    const {operation} = step;
    const wrong = [
      ...wrongWith(
        step,
        entries,
        lines.find((one) => one.operation === operation),
      ),
    ];
    const limit = LIMITS[name]?.[operation];
    if (limit && !wrong.length) return {operation, wrong: ['works: its row in LIMITS is stale']};
    return {operation, wrong, limit};
  });
}

const {values} = parseArgs({options: {only: {type: 'string'}}});
const names = values.only?.split(',') ?? Object.keys(GENERATORS);
const unknown = names.filter((name) => !Object.hasOwn(GENERATORS, name));
if (unknown.length) {
  console.error(`no client ${unknown.join(', ')}; there are ${Object.keys(GENERATORS).join(', ')}`);
  process.exit(2);
}
/** Tries a client on both APIs, prints how that went, and returns whether all is as expected. */
async function report(name) {
  GENERATORS[name].install();
  const counts = [];
  const notes = [];
  let right = true;
  for (const api of Object.keys(APIS)) {
    const steps = await tryClient(name, api);
    counts.push(
      `${api} ${steps.filter(({wrong}) => !wrong.length).length} of ${steps.length} operations`,
    );
    for (const {operation, wrong, limit} of steps) {
      right &&= !wrong.length || limit !== undefined;
      notes.push(
        ...(limit ? [`the generator ${limit}`] : wrong).map((text) => `  ${operation} ${text}`),
      );
    }
  }
  console.log([`${name}: called ${counts.join(', ')}`, ...notes].join('\n'));
  return right;
}

try {
  for (const name of names) {
    const right = await report(name).catch((error) => {
      console.log(`${name}: FAILED ${String(error.message).slice(0, 2000)}`);
      return false;
    });
    if (!right) process.exitCode = 1;
  }
} finally {
  rmSync(folder, {recursive: true, force: true});
}
