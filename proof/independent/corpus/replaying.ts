import type {Api} from '../../../spec/rule.ts';
import {startServer} from '../deployment.ts';
import type {Chance} from './chance.ts';
import {hand, type Request} from './handing.ts';
import type {Turn} from './recording.ts';

/** What a run of the suite asked a correct server. */
export interface Corpus {
  api: Api;
  /** When the server was started, and where it listened. */
  began: number;
  host: string;
  turns: Turn[];
}

/** Text in which one host stands for another. */
const moved = (text: string, from: string, to: string): string => text.replaceAll(from, to);

function asked({method, url, headers, body}: Request, from: string, to: string): Request {
  const bytes = Buffer.from(moved(body.toString('latin1'), from, to), 'latin1');
  const movedHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? moved(value, from, to) : value,
  ]);
  return {method, url, headers: Object.fromEntries(movedHeaders), body: bytes};
}

/** Plays a corpus to a new server, and tells what it answers to each turn as long as it is asked. */
export async function* replayed(
  {api, began, host, turns}: Corpus,
  faults: string[],
  chance: Chance,
): AsyncGenerator<string> {
  let now = began;
  chance.begin(0);
  const server = await startServer(api, faults, {now: () => now, sleep: async () => {}});
  const own = new URL(server.url).host;
  try {
    for (const [index, {at, requests}] of turns.entries()) {
      now = at;
      chance.begin(index + 1);
      const answers = requests.map((one) => hand(server.server, asked(one, host, own)));
      yield moved((await Promise.all(answers)).join('\n'), own, host);
    }
  } finally {
    await server.close();
  }
}
