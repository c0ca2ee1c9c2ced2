import type {MemberLocation, Profile} from '../../../spec/profile.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import type {Check} from '../../check.ts';
import {Codec} from '../../target/codec.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import type {Target} from '../../target/target.ts';
import type {Responses} from '../attempts/scene-run.ts';
import {judgedAgain, seenAgain} from './read-again.ts';

/** Two lines of a profile that a person may have mixed up: members of one component. */
interface MixUp {
  api: Api;
  suspect: SuspectLine;
  /** The two lines, each by itself. */
  lines: readonly string[];
  /** Reads responses as if each member stood where the profile has the other. */
  codec: Codec;
}

/** A check with the responses that it judged: whether it would pass under other lines, too. */
interface JudgedCheck {
  check: Check;
  responses: Responses;
}

/**
 * Finds lines of the profile that may be mixed up. Two members of the same type give no response
 * away whose lines are mixed up; only what checks make of them does. A check that fails as the
 * profile is read, and passes with two lines exchanged, accuses nobody, unless another check passes
 * only as the profile is read.
 */
export class MixedUpLines {
  readonly #mixUps: MixUp[];
  readonly #passed: JudgedCheck[] = [];
  readonly #raised = new Set<MixUp>();

  constructor(target: Target, specifications: Record<Api, Specification>) {
    this.#mixUps = (['workspace', 'store'] as const).flatMap((api) =>
      mixUpsOf(api, target.profile(api), specifications[api]),
    );
  }

  /** Notes a check that passed as the profile is read. */
  notePassed(check: Check, responses: Responses): void {
    if (this.#mixUps.length) this.#passed.push({check, responses});
  }

  /** The pairs of lines with which, exchanged, a check would pass. */
  explaining(check: Check, responses: Responses): SuspectLine[] {
    const explaining = this.#mixUps.filter(
      (mixUp) => outcomeWith(mixUp, {check, responses}) === 'passes',
    );
    for (const mixUp of explaining) this.#raised.add(mixUp);
    return explaining.map(({suspect}) => suspect);
  }

  /** Confirms the lines of which other checks show that they are not mixed up. */
  confirmLines(lines: LineEvidence): void {
    for (const mixUp of this.#raised)
      if (this.#passed.some((one) => outcomeWith(mixUp, one) === 'fails'))
        lines.confirm(mixUp.suspect.line);
  }
}

function mixUpsOf(api: Api, profile: Profile, {contract}: Specification): MixUp[] {
  const located = Object.entries(profile.members).filter(([, location]) => 'at' in location);
  return located.flatMap(([one, here], index) =>
    located.slice(index + 1).flatMap(([other, there]) => {
      if (one.split('#')[0] !== other.split('#')[0]) return [];
      const exchanged = {...profile, members: {...profile.members, [one]: there, [other]: here}};
      return [
        {
          api,
          lines: [`members.${one}`, `members.${other}`],
          // A hundred pairs read every response: only their own two members are judged.
          codec: new Codec(contract, exchanged, new LineEvidence(), new Set([one, other])),
          suspect: {
            line: `members.${one} and members.${other} mixed up`,
            correction: `${lineOf(one, there)} and ${lineOf(other, here)}`,
          },
        },
      ];
    }),
  );
}

const lineOf = (key: string, location: MemberLocation): string =>
  `members.${key}: ${JSON.stringify(location)}`;

/** What a check comes to when its responses are read otherwise; undefined: the same as ever. */
function outcomeWith(
  mixUp: MixUp,
  {check, responses}: JudgedCheck,
): 'passes' | 'fails' | undefined {
  const read: Responses = {};
  for (const [name, seen] of Object.entries(responses)) {
    const again = seenAgain(mixUp, seen);
    if (again !== seen && [again].flat().some(isUnreadable(mixUp))) return 'fails';
    read[name] = again;
  }
  const isSame = Object.entries(read).every(([name, seen]) => seen === responses[name]);
  if (isSame) return undefined;
  if (Object.values(read).flat().some(isUnreadable(mixUp))) return 'fails';
  const judgement = judgedAgain(check, read);
  if (!judgement) return undefined;
  if (judgement.violations.length) return 'fails';
  return judgement.witnesses.length && !judgement.inconclusive ? 'passes' : undefined;
}

/** Whether a member of the two would have a value in a response that the document does not allow. */
const isUnreadable =
  ({lines}: MixUp) =>
  (seen: Exchange | undefined): boolean =>
    seen?.suspectLines?.some(({line}) => lines.includes(line)) === true;
