import type {Exchange} from '../../../spec/exchange.ts';
import {isObject, toText} from '../../../spec/json.ts';
import type {Judgement} from '../../language/check.ts';
import {all, brief, expectThat, expectOutcome, summaryOf, when} from '../../language/judge.ts';
import type {Args, Handle, Script} from '../../language/script.ts';

/** Arguments that send a call to the tool of its operation. */
export const BY_TOOL = {interface: 'mcp', as: 'agent'} as const;

/** Arguments with which the agent of another workspace calls the tool of an operation. */
export const SECOND = {interface: 'mcp', as: 'second-agent'} as const;

/** The operations whose paths the document shows: not those of a run and its report (NS-WS-14). */
export const OPERATIONS = [
  'getAccount',
  'getAccountUsage',
  'listTools',
  'createUpload',
  'listPublications',
  'createPublication',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
  'downloadFile',
] as const;

/** Each operation through the API, as a tool, and through the API again. */
export type OnBothInterfaces<Op extends string> = Record<
  `${Op} ${'before' | 'tool' | 'after'}`,
  Handle
>;

/** Records each operation through the API, as a tool, and through the API again. */
export function callOnBothInterfaces<Op extends string>(
  s: Script,
  operations: readonly Op[],
  argsOf: (op: Op) => Args,
): OnBothInterfaces<Op> {
  const handles = operations.flatMap((op) => {
    const args = argsOf(op);
    return [
      [`${op} before`, s.call(op, args)],
      [`${op} tool`, s.call(op, {...args, ...BY_TOOL})],
      [`${op} after`, s.call(op, args)],
    ];
  });
  return Object.fromEntries(handles) as OnBothInterfaces<Op>;
}

/**
 * Whether a value agrees with another one in everything that the document describes. Lists have the
 * same rows, and the members of the other value are present and equal. Null counts as absent. The
 * content of a member, such as the parts of a workspace's name, is not documented: it is compared
 * only if both have it. Cursors are not compared, because each client may get its own.
 * @param got the documented members of one response (`Exchange.members`), or one of them
 * @param wanted the same of the response that it is compared with
 */
export function covers(got: unknown, wanted: unknown, isWithin = false): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(got) &&
      got.length === wanted.length &&
      wanted.every((one, index) => covers(got[index], one, isWithin))
    );
  if (!isObject(wanted)) return (got ?? null) === (wanted ?? null);
  if (!isObject(got)) return false;
  return Object.entries(wanted)
    .filter(([name]) => !isWithin || name in got)
    .every(
      ([name, value]) =>
        areCursors(name, [got[name], value]) ||
        covers(got[name], value, isWithin || isObject(value)),
    );
}

/**
 * Whether each part of a value agrees with one of two others: several things may have changed one
 * after the other.
 */
export function coversEither(got: unknown, one: unknown, other: unknown): boolean {
  if (covers(got, one) || covers(got, other)) return true;
  const all = [got, one, other];
  const areAlike = all.every(isObject) || all.every(Array.isArray);
  const sizes = all.map((value) => Object.keys(Object(value)).length);
  if (!areAlike || new Set(sizes).size > 1) return false;
  const parts = all as Record<string, unknown>[];
  return Object.keys(Object(one)).every((name) => {
    const [mine, ...others] = parts.map((part) => part[name]);
    return areCursors(name, [mine, ...others]) || coversEither(mine, others[0], others[1]);
  });
}

const areCursors = (name: string, values: unknown[]): boolean =>
  name === 'next_cursor' && values.every((value) => typeof value === 'string');

/**
 * The result of a tool equals that of its operation, either before or after the call of the tool.
 * If the operation's own result changed in between and the tool's equals neither, nothing is
 * decided.
 * @param success the situation of the operation's success
 */
export const expectSameAs = (
  tool: Exchange,
  before: Exchange,
  after: Exchange,
  success: string,
): Judgement =>
  when(
    before.situations.includes(success),
    `the operation itself was answered ${summaryOf(before)}`,
    () =>
      all(
        expectOutcome(tool, success, 'the-tool-failed'),
        when(
          Object.keys(Object(before.members)).length > 0,
          'no member that the document names was found: say in the profile where they stand',
          () => expectSameResult(tool, before, after),
        ),
      ),
  );

/** The members of a row by which rows are told apart. */
const NAMES = ['id', 'slug', 'mirror'];

const nameOf = (row: Record<string, unknown>): string =>
  toText(NAMES.map((name) => row[name]).find((name) => name !== undefined));

/**
 * The documented members of a response, with the rows of a list in the order of their names: the document gives the order
 * of publications only ("newest first"), and two reads of another list may differ in it.
 */
export function inComparableOrder({op, members}: Pick<Exchange, 'op' | 'members'>): unknown {
  const inOrder = (value: unknown): unknown => {
    if (Array.isArray(value) && value.every(isObject))
      return value.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    return value;
  };
  if (op === 'listPublications') return members;
  if (!isObject(members)) return inOrder(members);
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, inOrder(value)]));
}

function expectSameResult(tool: Exchange, before: Exchange, after: Exchange): Judgement {
  const [got, earlier, later] = [tool, before, after].map(inComparableOrder);
  const same = coversEither(got, earlier, later);
  const unchanged = covers(later, earlier) && covers(earlier, later);
  return when(same || unchanged, 'the result of the operation changed meanwhile', () =>
    expectThat(same, {
      branch: 'another-result',
      expected: `the result of the operation: ${brief(after.members)}`,
      got: brief(tool.members),
      at: tool,
    }),
  );
}
