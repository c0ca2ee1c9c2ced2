/**
 * Judgements about an issue in a response: each member has the value that was given. Missing
 * members and members of another type are left to other rules.
 */

import {decodeHTMLStrict} from 'entities/decode';
import {DAY_MS} from '../../../../spec/durations.ts';
import {isObject, toText} from '../../../../spec/json.ts';
import type {TextKind} from '../../../../spec/openapi.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {
  all,
  brief,
  expectEqual,
  expectThat,
  notApplicable,
  saw,
  type LazyJudgement,
  nothing,
} from '../../../language/judge.ts';
import type {Shown} from '../../../tables/members.ts';
import {dayStart, instantOf, isDay} from '../../../values/datetimes.ts';
import {isSameAs, isSameText} from '../../../values/normalized.ts';
import type {IssueRow} from '../../issue-rows.ts';

/** A response that shows an issue. */
export interface ShownIssue extends Shown {
  row: IssueRow;
}

/** Whether a member that was given is present but empty. */
const isLost = (row: IssueRow, member: string): boolean => row[member] === null;

/** The violation that a given value was lost. */
const expectNotLost = ({how, where}: ShownIssue, member: string): Judgement =>
  expectThat(false, {
    branch: `no ${member} ${how}`,
    expected: `\`${member}\` of ${where.op} to have the value of the request`,
    got: 'null',
    at: where,
  });

/** A text is the one that was given, apart from changes that the document allows. */
export function expectTextGiven(
  {how, row, where}: ShownIssue,
  member: string,
  given: unknown,
  as?: TextKind,
): Judgement {
  const got = row[member];
  if (typeof given !== 'string') return nothing();
  if (isLost(row, member)) return expectNotLost({how, row, where}, member);
  if (typeof got !== 'string') return nothing();
  return expectThat(isSameAs(given, got, as), {
    branch: `another ${member} ${how}`,
    expected: `\`${member}\` of ${where.op} to be "${given}", as in the request`,
    got: brief(got),
    at: where,
  });
}

/** A flag is the one that was given; 0 and 1 are flags, too. */
export function expectFlagGiven(
  {how, row, where}: ShownIssue,
  member: string,
  given: unknown,
): Judgement {
  const got = row[member];
  const flag = got === 0 || got === 1 ? got === 1 : got;
  if (typeof given === 'boolean' && isLost(row, member))
    return expectNotLost({how, row, where}, member);
  if (typeof flag !== 'boolean' || typeof given !== 'boolean') return nothing();
  return expectEqual(
    flag,
    given,
    `another ${member} ${how}`,
    where,
    `\`${member}\` of ${where.op}`,
  );
}

/** The letters of a text that may be HTML: a deployment may clean, wrap or escape the rest. */
function lettersOf(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  const text = html.slice(0, end).replaceAll(/<[^>]*>/g, '') + html.slice(end);
  return withoutSpaces(decodeHTMLStrict(text));
}

/** A text without spaces, and with one form of quotation marks. */
const withoutSpaces = (text: string): string =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, '').normalize('NFC');

/** The members that show the description. */
const DESCRIPTIONS: [member: string, of: (issue: IssueRow) => unknown][] = [
  ['description', ({description}) => description],
  ['description_raw_text', ({description_raw_text: raw}) => raw],
  ['description_with_html', ({description_with_html: html}) => html],
  [
    'issue_description.description',
    ({issue_description: one}) => (isObject(one) ? one.description : undefined),
  ],
];

/**
 * The description has the letters that were given; its markup may change. A deployment may also take it for
 * plain text, and escape it in HTML. Other members may be empty: the document does not say when they are filled.
 */
export function expectDescriptionGiven({how, row, where}: ShownIssue, given: unknown): Judgement {
  if (typeof given !== 'string') return nothing();
  return all(
    ...DESCRIPTIONS.map(([member, of]) => {
      const got = of(row);
      if (typeof got !== 'string' || (got === '' && member !== 'description')) return nothing();
      const isGiven = [lettersOf(given), withoutSpaces(given)].includes(lettersOf(got));
      return expectThat(isGiven, {
        branch: `another ${member} ${how}`,
        expected: `the letters of \`${member}\` of ${where.op} to be "${lettersOf(given)}"`,
        got: brief(lettersOf(got)),
        at: where,
      });
    }),
  );
}

/**
 * `publication_date` is the day that was given. The document does not say whether `published_at` is
 * on that day or is the instant of the upload: this is observed.
 */
export function expectPublicationGiven({how, row, where}: ShownIssue, given: unknown): Judgement {
  const {publication_date: shown, published_at: published} = row;
  return all(
    typeof shown === 'string' && isDay(shown)
      ? expectThat(shown === given, {
          branch: `another day of publication ${how}`,
          expected: `\`publication_date\` of ${where.op} to be ${toText(given)}`,
          got: shown,
          at: where,
        })
      : nothing(),
    isObject(published)
      ? saw(`published_at is ${isOn(published, given) ? 'on' : 'not on'} the day that was given`)
      : nothing(),
  );
}

/** Whether a time is on a day in any time zone. */
const isOn = (time: Record<string, unknown>, day: unknown): boolean =>
  Math.abs(instantOf(time) - dayStart(toText(day)) - DAY_MS / 2) <= 1.5 * DAY_MS;

/** The texts of a list of terms: texts, or records with a name. Undefined for another form. */
function termsIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((one: unknown) => (isObject(one) ? (one.name ?? one.title) : one));
  return texts.every((one) => typeof one === 'string') ? texts : undefined;
}

/** Names of a member in which a response may have the lists of all terms. */
const TAXONOMY = ['taxonomies', 'taxonomy', 'terms'];

/**
 * The terms of a kind that an issue shows. The document does not say where: a list of that name is
 * used, in the issue or in its taxonomy. Undefined if there is none.
 */
export function termsShown(issue: IssueRow, kind: string): string[] | undefined {
  const holders = [issue, ...TAXONOMY.map((name) => issue[name])].filter(isObject);
  return holders.map((holder) => termsIn(holder[kind])).find((terms) => terms !== undefined);
}

/** The terms are those that were given, in any order and without repetitions. */
export function expectTermsGiven(
  {how, row, where}: ShownIssue,
  member: string,
  given: unknown,
): Judgement {
  const [got, wanted] = [termsShown(row, member), termsIn(given)];
  if (!got || !wanted) return nothing();
  const isAmong = (texts: string[]) => (one: string) =>
    texts.some((other) => isSameText(one, other) || isSameText(other, one));
  const lost = wanted.filter((one) => !isAmong(got)(one));
  const more = got.filter((one) => !isAmong(wanted)(one));
  return all(
    saw('terms shown'),
    expectThat(lost.length === 0 && more.length === 0, {
      branch: `another ${member} ${how}`,
      expected: `\`${member}\` of ${where.op} to have ${brief(wanted)}`,
      got: brief(got),
      at: where,
    }),
  );
}

/** Each list of terms that a response shows has the terms of a request. */
export const termsGiven = (
  shown: ShownIssue,
  request: Exchange,
  members: readonly string[],
): LazyJudgement[] =>
  members
    .filter((member) => termsShown(shown.row, member) !== undefined)
    .map((member) => () => expectTermsGiven(shown, member, request.requestBody?.[member]));

/** All judgements of terms that are shown; which responses show terms is open. */
export const whenTermsShown = (parts: readonly LazyJudgement[]): Judgement =>
  parts.length ? all(...parts) : notApplicable('no response shows terms of a taxonomy');
