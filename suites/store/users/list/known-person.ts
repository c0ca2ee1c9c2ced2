/** What earlier responses show about a user, and how a row contradicts it (States / User). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {doneOrRefused} from '../../../language/stories.ts';
import {isSameText} from '../../../values/normalized.ts';
import {isFlagSet, type UserRow, FLAGS} from '../../user-rows.ts';
import type {Effect} from '../states/stories.ts';
import {toText} from '../../../../spec/json.ts';

/** What is known of a user of a story. */
export interface Known {
  created: Exchange;
  stage: 'active' | 'deactivated' | 'anonymized';
  /** The members of the user's row that a request gave or a row showed. */
  members: Record<string, unknown>;
  /** Whether a list has shown the user so far. */
  isShown: boolean;
  /** Members that the last update did not name, with their values. */
  left: Record<string, unknown>;
  /**
   * Members that an update has kept without naming them: later updates must keep them, too
   * (NS-ST-12).
   */
  kept: string[];
}

const TEXTS = ['email', 'external_id', 'uuid', 'name', 'created_at', 'created_at_date_string'];
/** Members that an update may leave out. */
const OPTIONAL = ['admin', 'plan_admin', 'sessions_limit'];
const MEMBERS = [...TEXTS, ...FLAGS, 'sessions_limit'];

/** What is known of a user who was created just now. */
export const knownOf = (created: Exchange): Known => ({
  created,
  stage: 'active',
  members: membersIn(created.requestBody),
  isShown: false,
  left: {},
  kept: [],
});

const membersIn = (body: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(MEMBERS.flatMap((name) => (name in body ? [[name, body[name]]] : [])));

/** Members that no update changes; whether an update changes the name is open (NS-ST-02). */
const lasting = ({uuid, created_at, created_at_date_string}: Record<string, unknown>) => ({
  uuid,
  created_at,
  created_at_date_string,
});

type After = (known: Known, isDone: boolean, response: Exchange) => Known | undefined;

/** What is known after each effect of an answered request. */
const AFTER: Record<Effect, After> = {
  none: (known) => known,
  refused: (known, isDone) => (isDone ? undefined : known),
  updated: (known, isDone, response) =>
    isDone && known.stage === 'active' ? updated(known, response) : undefined,
  deactivated: (known, isDone) => {
    if (known.stage !== 'active') return known;
    return isDone ? {...known, stage: 'deactivated'} : undefined;
  },
  reactivated: (known, isDone) => {
    if (known.stage !== 'deactivated') return known;
    return isDone ? {...known, stage: 'active'} : undefined;
  },
  anonymized: (known, isDone) => {
    if (known.stage === 'anonymized') return known;
    return isDone ? anonymized(known) : undefined;
  },
};

/**
 * What is known of a user after a request.
 * @returns undefined if the response breaks another rule: then nothing is known any more
 */
export function knownAfter(known: Known, effect: Effect, response: Exchange): Known | undefined {
  const outcome = doneOrRefused(response);
  return outcome && AFTER[effect](known, outcome === 'done', response);
}

/** An update sets what it names; the rest is open, until one update has kept it (NS-ST-12). */
function updated(known: Known, {requestBody}: Exchange): Known {
  const {members, kept} = known;
  const given = membersIn(requestBody);
  const left = Object.fromEntries(
    OPTIONAL.filter((name) => !(name in given)).map((name) => [name, members[name]]),
  );
  const held = Object.fromEntries(
    kept.flatMap((name) => (name in left ? [[name, left[name]]] : [])),
  );
  return {...known, members: {...lasting(members), ...held, ...given}, left};
}

/**
 * For an anonymized user the document gives the form of the email, and says that two members are
 * null.
 */
const anonymized = (known: Known): Known => ({
  ...known,
  stage: 'anonymized',
  members: {...lasting(known.members), external_id: null},
  left: {},
});

/** Adds what a row shows to what is known of a user. */
export function toldBy(row: UserRow, known: Known): Known {
  const {members, left, kept} = known;
  const shown = Object.fromEntries(
    Object.entries(membersIn(row)).map(([name, value]) => [name, plain(name, value)]),
  );
  // A default value shows nothing: an update may have reset it.
  const isKept = (name: string): boolean => Boolean(left[name]) && shown[name] === left[name];
  const told = Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  );
  return {
    ...known,
    members: {...shown, ...told},
    isShown: true,
    left: {},
    kept: [...kept, ...Object.keys(left).filter(isKept)],
  };
}

const plain = (name: string, value: unknown): unknown =>
  FLAGS.includes(name) ? isFlagSet(value) : value;

/** Describes the members of a row that contradict what is known. */
export function contradictions(row: UserRow, {stage, members}: Known): string[] {
  const differing = MEMBERS.filter((name) => !isAsKnown(name, members[name], row[name]));
  const deleted = row.deleted_at;
  const isGone = deleted !== null;
  const isOtherStage = stage === 'active' ? isGone : !isGone;
  const isAnonymized = new RegExp(`^user-${toText(row.id)}@`).test(toText(row.email));
  return [
    ...differing.map((name) => `${name} ${JSON.stringify(row[name])}`),
    ...(deleted !== undefined && stage !== 'anonymized' && isOtherStage
      ? [`deleted_at ${JSON.stringify(deleted)}`]
      : []),
    ...(stage === 'anonymized' && !isAnonymized ? [`email ${toText(row.email)}`] : []),
  ];
}

/** Whether a member agrees with what is known; a missing or unknown one contradicts nothing. */
function isAsKnown(name: string, known: unknown, shown: unknown): boolean {
  if (known === undefined || shown === undefined) return true;
  const isText = typeof known === 'string' && typeof shown === 'string';
  if (isText && TEXTS.includes(name)) return isSameText(known, shown);
  return plain(name, shown) === plain(name, known);
}
