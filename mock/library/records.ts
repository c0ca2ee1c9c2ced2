import {systemPorts} from '../world/ports.ts';
import type {JournalEntry, JournalFilter, Mail, MailFilter, World} from './world.ts';

/** Milliseconds of real time for which a test waits. */
const PATIENCE_MS = 2000;
/** Milliseconds between two looks into the journal. */
const EVERY_MS = 10;
const PAGE = 1000;

type Control = World['control'];

const FILTERS = ['method', 'path', 'status', 'operation', 'situation'];

/** @throws TypeError for a filter that there is not: no request would ever match it */
function requireFilters(filter: JournalFilter): void {
  const unknown = Object.keys(filter).find((name) => !FILTERS.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`the journal has no filter ${unknown}; there are ${FILTERS.join(', ')}`);
}

/** The journal of a world. */
export function finding(control: Control): World['journal'] {
  const find = async (filter: JournalFilter = {}): Promise<JournalEntry[]> => {
    requireFilters(filter);
    const entries: JournalEntry[] = [];
    for (let after = 0; ;) {
      const page = (await control('getJournal', {query: {after, limit: PAGE}})) as {
        entries: JournalEntry[];
        last: number;
      };
      entries.push(...page.entries.filter((entry) => matches(entry, filter)));
      if (page.entries.length < PAGE) return entries;
      after = page.last;
    }
  };
  return {
    find,
    async waitFor(filter, {timeoutMs = PATIENCE_MS} = {}) {
      for (let left = timeoutMs; ; left -= EVERY_MS) {
        const [first] = await find(filter);
        if (first) return first;
        if (left <= 0) throw new Error(await missing(find, filter, timeoutMs));
        await systemPorts.wait(EVERY_MS);
      }
    },
  };
}

function matches(entry: JournalEntry, {path, ...values}: JournalFilter): boolean {
  if (path !== undefined && !entry.path.includes(path)) return false;
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.every(([name, value]) => entry[name as keyof JournalEntry] === value);
}

/** Says which requests there were instead. */
async function missing(
  find: World['journal']['find'],
  filter: JournalFilter,
  timeoutMs: number,
): Promise<string> {
  const last = (await find())
    .slice(-5)
    .map(({status, method, path}) => `${status} ${method} ${path}`);
  const seen = last.length ? `the last ones were ${last.join(', ')}` : 'there was none at all';
  return `no request ${JSON.stringify(filter)} in ${timeoutMs} ms; ${seen}`;
}

/** The outbox of a world. */
export function waiting(control: Control): World['outbox'] {
  const mails = async (filter: MailFilter, wait: number): Promise<Mail[]> =>
    ((await control('getOutbox', {query: {...filter, wait_ms: wait}})) as {mail: Mail[]}).mail;
  return {
    find: (filter = {}) => mails(filter, 0),
    async waitFor(filter = {}, {timeoutMs = PATIENCE_MS} = {}) {
      const [first] = await mails(filter, timeoutMs);
      if (first) return first;
      throw new Error(`no mail ${JSON.stringify(filter)} in ${timeoutMs} ms`);
    },
  };
}
