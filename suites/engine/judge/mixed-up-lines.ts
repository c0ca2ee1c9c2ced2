import {mapValues} from '../../../spec/map-values.ts';
import type {MemberLocation, Profile} from '../../../spec/profile.ts';
import type {OpenApiDocument} from '../../../spec/openapi.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {wordsIn} from '../../../spec/words.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {Codec} from '../../target/codec.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import {lineInRequests} from '../../target/codec/request-lines.ts';
import type {Target} from '../../target/target.ts';
import type {Responses} from '../send/scene-run.ts';
import {judgeAgain, seenWith, type ProfileVariant} from './profile-variant.ts';

/** Two lines of a profile that may have been swapped by mistake: members of one component. */
interface MixUp {
  suspect: SuspectLine;
  /** The two lines, each by itself. */
  lines: readonly string[];
  /** The profile with the places of the two members swapped. */
  swapped: ProfileVariant;
}

/** A check with the responses that it judged, to find out whether it would pass with other lines. */
interface CheckWithResponses {
  check: Check;
  responses: Responses;
}

/**
 * Finds lines of the profile that may have been swapped. If two members have the same type, no single
 * response shows the mistake; only checks of their values do. A check that fails with the profile and
 * passes with two lines swapped is inconclusive, unless another check passes only with the profile as it
 * is.
 */
export class MixedUpLines {
  readonly #mixUps: MixUp[];
  readonly #passed: CheckWithResponses[] = [];
  readonly #raised = new Set<MixUp>();

  constructor(target: Target, specifications: Record<Api, Specification>) {
    this.#mixUps = (['workspace', 'store'] as const).flatMap((api) =>
      mixUpsOf(api, target.profile(api), specifications[api]),
    );
  }

  /** Records a check that passed with the profile as it is. */
  notePassed(check: Check, responses: Responses): void {
    if (this.#mixUps.length) this.#passed.push({check, responses});
  }

  /** The pairs of lines with which a check would pass if they were swapped. */
  explaining(check: Check, responses: Responses): SuspectLine[] {
    const explaining = this.#mixUps.filter(
      (mixUp) => outcomeWith(mixUp, {check, responses}) === 'passes',
    );
    for (const mixUp of explaining) this.#raised.add(mixUp);
    return explaining.map(({suspect}) => suspect);
  }

  /** Confirms the lines that other checks, or requests with an id of theirs, show not to be swapped. */
  confirmLines(lines: LineEvidence): void {
    for (const mixUp of this.#raised)
      if (
        hasUsedId(mixUp, lines) ||
        this.#passed.some((one) => outcomeWith(mixUp, one) === 'fails')
      )
        lines.confirm(mixUp.suspect.line);
  }
}

/** Whether a request with an id that one of the two lines locates has succeeded: no other value names the resource. */
const hasUsedId = (mixUp: MixUp, lines: LineEvidence): boolean =>
  mixUp.lines.some((line) => line.endsWith('#/id') && lines.isConfirmed(lineInRequests(line)));

type Line = [key: string, location: MemberLocation];

/** Whether a place has a word of a member that another member does not have, and none of the other's own. */
function hasOwnWord([key, location]: Line, [other]: Line): boolean {
  const [own, others] = [new Set(wordsIn(key)), new Set(wordsIn(other))];
  const words = 'at' in location ? wordsIn(location.at) : [];
  return (
    words.some((word) => own.has(word) && !others.has(word)) &&
    !words.some((word) => others.has(word) && !own.has(word))
  );
}

/** Whether the names of two places say themselves which is which. */
const areToldApart = (one: Line, other: Line): boolean =>
  hasOwnWord(one, other) && hasOwnWord(other, one);

function mixUpsOf(api: Api, profile: Profile, {contract}: Specification): MixUp[] {
  const strict = {...contract, document: withWords(contract.document)};
  const located = Object.entries(profile.members).filter(([, location]) => 'at' in location);
  return located.flatMap(([one, here], index) =>
    located.slice(index + 1).flatMap(([other, there]) => {
      if (one.split('#')[0] !== other.split('#')[0]) return [];
      if (areToldApart([one, here], [other, there])) return [];
      const exchanged = {...profile, members: {...profile.members, [one]: there, [other]: here}};
      return [
        {
          lines: [`members.${one}`, `members.${other}`],
          // There may be a hundred pairs: each judges only its own two members.
          swapped: {
            api,
            codec: new Codec(strict, exchanged, new LineEvidence(), new Set([one, other])),
          },
          suspect: {
            line: `members.${one} and members.${other} mixed up`,
            correction: `${lineOf(one, there)} and ${lineOf(other, here)}`,
            decides: 'body',
          },
        },
      ];
    }),
  );
}

/** What a state or a slug looks like, and a title of a client's file sooner or later does not. */
const WORD = '^[\\p{L}\\p{N}][\\p{L}\\p{N} _.:/-]{0,39}$';

/** The document, in which members that hold a word of the deployment (`x-word`) allow nothing else. */
function withWords(document: OpenApiDocument): OpenApiDocument {
  const schemas = mapValues(document.components.schemas, ({properties, ...schema}) => ({
    ...schema,
    ...(properties && {
      properties: mapValues(properties, (member) =>
        member['x-word'] ? {...member, pattern: WORD} : member,
      ),
    }),
  }));
  return {...document, components: {...document.components, schemas}};
}

const lineOf = (key: string, location: MemberLocation): string =>
  `members.${key}: ${JSON.stringify(location)}`;

/** The result of a check with differently decoded responses; undefined if none of them changes. */
function outcomeWith(
  mixUp: MixUp,
  {check, responses}: CheckWithResponses,
): 'passes' | 'fails' | undefined {
  const decoded: Responses = {};
  for (const [name, seen] of Object.entries(responses)) {
    const other = seenWith(mixUp.swapped, seen);
    if (other !== seen && [other].flat().some(isUnreadable(mixUp))) return 'fails';
    decoded[name] = other;
  }
  const isSame = Object.entries(decoded).every(([name, seen]) => seen === responses[name]);
  if (isSame) return undefined;
  if (Object.values(decoded).flat().some(isUnreadable(mixUp))) return 'fails';
  const judgement = judgeAgain(check, decoded);
  if (!judgement) return undefined;
  if (judgement.violations.length) return 'fails';
  return judgement.witnesses.length && !judgement.inconclusive ? 'passes' : undefined;
}

/** Whether one of the two members would have a value that the document does not allow. */
const isUnreadable =
  ({lines}: MixUp) =>
  (seen: Exchange | undefined): boolean =>
    seen?.suspectLines?.some(({line}) => lines.includes(line)) === true;
