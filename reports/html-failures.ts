import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict, RuleVerdict} from '../spec/run-record.ts';
import {isSeenBroken} from '../spec/seen-broken.ts';
import {withSimplestEvidence} from '../spec/simplest-evidence.ts';
import type {Cause} from './causes.ts';
import {fixtureFile, replayCommand, type Replaying} from './fixture-file.ts';
import {definitions, escape, folded, list, part, withCode} from './html-escape.ts';
import {races} from './html-race.ts';
import {notShrunkText, wayText} from './ways.ts';
import {attemptsText, commandLines, groupedPlaces, problemsAt, shortList} from './problems.ts';

/** The failures by cause, each with the rules that it blocks. */
export function failures(causes: readonly Cause[], replaying?: Replaying): string {
  if (!causes.length) return '';
  const failed = causes.reduce((total, cause) => total + cause.failed.length, 0);
  const heading = `${quantity(failed, 'failed rule')}, ${quantity(causes.length, 'cause')}`;
  const parts = causes.map((cause, index) => causePart(cause, index, replaying));
  return part(heading, parts.join('\n'));
}

/** A cause: its first rule is expanded and the others are collapsed, followed by the rules that they block. */
function causePart({failed, blocked}: Cause, index: number, replaying?: Replaying): string {
  const [first, ...others] = failed;
  const count = `undecided because of it: ${quantity(blocked.length, 'rule')}`;
  const links = blocked.map(({rule}) => `<a href="#${escape(rule)}">${escape(rule)}</a>`);
  return `<article class="cause">
${first ? `<h3 id="failure-${escape(first.rule)}">${index + 1}. ${title(first)}</h3>` : ''}
${first ? failurePart(first, replaying) : ''}
${others.map((one) => foldedFailure(one, replaying)).join('\n')}
${blocked.length ? folded(count, list(links)) : ''}
</article>`;
}

const title = ({rule}: RuleVerdict): string =>
  `<span class="verdict failed">failed</span> <code>${escape(rule)}</code>`;

const foldedFailure = (one: RuleVerdict, replaying?: Replaying): string =>
  `<details id="failure-${escape(one.rule)}"><summary>by the same: ${title(one)}</summary>
${failurePart(one, replaying)}
</details>`;

function failurePart(one: RuleVerdict, replaying?: Replaying): string {
  const {section, sentence, level} = one;
  return `<p>${withCode(sentence)} <span class="quiet">(${escape(section)}, ${level})</span></p>
${places(one, replaying)}`;
}

/** The places at which a rule failed; those that failed like the first one are collapsed. */
function places(one: RuleVerdict, replaying?: Replaying): string {
  const {first, alike, different} = groupedPlaces(one);
  const details = (place: PlaceVerdict): string => placeDetails(one.rule, place, replaying);
  const names = shortList(alike.map(({place}) => place));
  const same = `the same at ${quantity(alike.length, 'more place')}: ${escape(names)}`;
  return [
    ...(first ? [details(first)] : []),
    ...(alike.length ? [folded(same, alike.map(details).join('\n'))] : []),
    ...different.map(details),
  ].join('\n');
}

/** The failures at a place: expected, got, and the requests, with the one that shows the failure marked. */
export function placeDetails(rule: string, place: PlaceVerdict, replaying?: Replaying): string {
  const heading = place.place === '*' ? '' : `<h4>place: ${escape(place.place)}</h4>`;
  const problems = problemsAt(place).map(({subject, expected, got, branch}) =>
    definitions([
      ['In', `${subject ? `${subject} ` : ''}[${branch}]`],
      ['Expected', expected],
      ['Got', got],
    ]),
  );
  const words = [place.reason, attemptsText(place), notShrunkText(place)].flatMap((text) =>
    text ? [text] : [],
  );
  return `<div class="place">${heading}${problems.join('')}
${words.map((text) => `<p>${withCode(text)}</p>`).join('')}${commands(rule, place, replaying)}${responses(place)}${races(place)}</div>`;
}

function commands(rule: string, place: PlaceVerdict, replaying?: Replaying): string {
  const lines = commandLines(place).map(({text, shown}) =>
    shown ? `<mark>${escape(text)}  # this response</mark>` : escape(text),
  );
  if (!lines.length) return '';
  const code = `<code>${lines.join('\n')}</code>`;
  const replay = replaying
    ? replayCommand(rule, place.place, replaying)
    : `npx presscheck replay fixtures/${fixtureFile(rule, place.place)}`;
  const way = wayText(place);
  return `<p>Reproduce it${way ? ` in ${way}:` : ''} with <code>${escape(replay)}</code>, or with the requests:</p>\n<pre tabindex="0" aria-label="Commands">${code}</pre>`;
}

/** The bodies of the responses that show the failure. */
function responses(place: PlaceVerdict): string {
  const {verdict, violations, evidence} = withSimplestEvidence(place);
  if (!isSeenBroken({verdict}) || !evidence) return '';
  const steps = new Set(violations.map(({step}) => step));
  const shown = [...steps].flatMap(
    (step) => evidence.exchanges.findLast((exchange) => exchange.step === step) ?? [],
  );
  if (!shown.length) return '';
  const bodies = shown.map(({op, status, body}) => {
    const text = `${op}: ${status || 'no response'}\n${JSON.stringify(body, null, 2) ?? ''}`;
    return `<pre tabindex="0" aria-label="Response"><code>${escape(text)}</code></pre>`;
  });
  return folded(shown.length === 1 ? 'The response' : 'The responses', bodies.join('\n'));
}
