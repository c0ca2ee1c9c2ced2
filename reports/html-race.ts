import type {PlaceVerdict} from '../spec/run-record.ts';
import {escape, folded} from './html-escape.ts';
import {raceText, racesOf, type RacedExchange} from './ways.ts';

/** Units of the picture: a lane for each request, below its name. */
const WIDTH = 340;
const LANE = 32;
const BAR = 10;

/** The narrowest bar, so that a fast response can be seen. */
const MIN_BAR = 3;

/** The most races of a failure that are shown: the last ones. */
const MAX_RACES = 3;

/** The races behind a failure: a picture of each with a table of the same, and the order that explains it. */
export function races(place: PlaceVerdict): string {
  const all = racesOf(place);
  if (!all.length) return '';
  const order = raceText(place);
  return `${order ? `<p>${escape(order)}.</p>` : ''}
${all.slice(-MAX_RACES).map(race).join('\n')}`;
}

function race(requests: RacedExchange[]): string {
  const last = Math.max(...requests.map((one) => one.race.gotAt), 1);
  const words = requests.map((one, at) => `${nameOf(one, at)} ${timesOf(one)}`).join('; ');
  const lanes = requests.map((one, at) => lane(one, at, last));
  return `<figure>
<figcaption>Sent at the same moment</figcaption>
<svg viewBox="0 0 ${WIDTH} ${requests.length * LANE}" role="img" aria-label="${escape(words)}">
<title>${escape(words)}</title>
${lanes.join('\n')}
</svg>
${folded('The same as a table', table(requests))}
</figure>`;
}

const nameOf = ({op, status}: RacedExchange, at: number): string =>
  `${at + 1}. ${op}: ${status || 'no response'}`;

const timesOf = ({race: {sentAt, gotAt}}: RacedExchange): string =>
  `from ${sentAt} ms to ${gotAt} ms`;

/** A lane: a bar from the instant at which a request was sent to that of its response. */
function lane(one: RacedExchange, at: number, last: number): string {
  const {sentAt, gotAt} = one.race;
  const x = (instant: number): number => Math.round((instant / last) * (WIDTH - MIN_BAR));
  const width = Math.max(MIN_BAR, x(gotAt) - x(sentAt));
  const y = at * LANE;
  return (
    `<text y="${y + 12}">${escape(nameOf(one, at))}</text>` +
    `<text x="${WIDTH}" y="${y + 12}" class="count">${sentAt} to ${gotAt} ms</text>` +
    `<rect x="${x(sentAt)}" y="${y + 17}" width="${width}" height="${BAR}" rx="2" class="fill"/>`
  );
}

function table(requests: RacedExchange[]): string {
  const rows = requests.map(
    ({op, status, race: {sentAt, gotAt}}, at) =>
      `<tr><th scope="row">${at + 1}. ${escape(op)}</th><td>${sentAt} ms</td><td>${gotAt} ms</td><td>${status || 'none'}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">request</th><th scope="col">sent</th><th scope="col">answered</th><th scope="col">status</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}
