import {at} from '../../../spec/json.ts';
import {
  allowedOutcome,
  among,
  both,
  isCut,
  outcomeWith,
  type Fits,
} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/exchange.ts';

/** What is known of one session. */
export interface Session {
  /** The command that created its user. */
  user: number;
  /** The id in the answer to the sign-in; undefined while nothing was sent. */
  id: unknown;
  /** `perhaps`: a later sign-in of the user may have ended it, which the document leaves open. */
  life: 'alive' | 'perhaps' | 'ended';
}

/**
 * The sessions of a store as a sequence of commands has shown them, by the command that began each.
 */
export interface SessionState {
  sessions: Record<number, Session>;
}

/** Nobody has signed in. */
export const NOBODY: SessionState = {sessions: {}};

/** The state with sessions changed. */
const changed = (
  {sessions}: SessionState,
  change: (session: Session, command: number) => Session,
): SessionState => ({
  sessions: Object.fromEntries(
    Object.entries(sessions).map(([command, session]) => [
      command,
      change(session, Number(command)),
    ]),
  ),
});

const ofUser = ({sessions}: SessionState, user: number): Session[] =>
  Object.values(sessions).filter((session) => session.user === user);

const ended = (session: Session): Session => ({...session, life: 'ended'});

/** All sessions of a user have ended. */
const allEnded = (state: SessionState, user: number): SessionState =>
  changed(state, (session) => (session.user === user ? ended(session) : session));

/** What the document allows (Endpoints / Authentication sessions; States / User). */
export function relation(state: SessionState, command: Command): AllowedOutcome<SessionState>[] {
  const {does, on = -1} = command;
  const known = BY_COMMAND[does];
  if (!known) throw new Error(`the model does not know the command ${does}`);
  return known(state, on, command);
}

type CommandModel = (
  state: SessionState,
  on: number,
  command: Command,
) => AllowedOutcome<SessionState>[];

const creating: CommandModel = (state) => [allowedOutcome(state, 'created')];

const signingIn: CommandModel = (state, user, {id: command}) => [
  outcomeWith(
    'a session',
    (response): SessionState => ({
      sessions: {
        ...changed(state, (session) =>
          session.user === user && session.life === 'alive'
            ? {...session, life: 'perhaps'}
            : session,
        ).sessions,
        [command]: {user, id: response?.body?.session as unknown, life: 'alive'},
      },
    }),
    () => true,
  ),
];

const endingOne: CommandModel = (state, on) => {
  const session = state.sessions[on];
  if (!session) return [allowedOutcome(state, 'a session', () => true)];
  const next = changed(state, (one, command) => (command === on ? ended(one) : one));
  const deleted = allowedOutcome(next, 'session-deleted');
  const unknown = allowedOutcome(next, 'session-not-found');
  if (session.life === 'perhaps') return [deleted, unknown];
  return session.life === 'alive' ? [deleted] : [unknown];
};

const endingAll: CommandModel = (state, user) => {
  const sessions = ofUser(state, user);
  const least = sessions.filter(({life}) => life === 'alive').length;
  const most = sessions.filter(({life}) => life !== 'ended').length;
  const isCount: Fits = (responses) =>
    responses.every(({body}) => {
      const count = at(body, '/data/deleted_count');
      return typeof count !== 'number' || (count >= least && count <= most);
    });
  const expected = `sessions-deleted: ${least === most ? least : `${least} to ${most}`}`;
  return [
    allowedOutcome(allEnded(state, user), expected, both(among('sessions-deleted'), isCount)),
  ];
};

const loggingOut: CommandModel = (state, user) => [
  allowedOutcome(allEnded(state, user), 'logged-out'),
];

const idsOn = (responses: Exchange[]): unknown[] =>
  responses
    .flatMap(({body}) => (at(body, '/data') as {id: unknown}[] | undefined) ?? [])
    .map(({id}) => id);

/** Sessions that are alive are listed, and those that have ended are not. */
function showsLives(sessions: Session[], responses: Exchange[]): boolean {
  if (!among('session-page')(responses)) return false;
  const shown = idsOn(responses);
  return sessions.every(({id, life}) => {
    if (id === undefined || life === 'perhaps') return true;
    return shown.includes(id) ? life === 'alive' : life === 'ended' || isCut(responses);
  });
}

const EXPECTED = 'every session that lives and none that has ended';

const listingOne: CommandModel = (state, user) => [
  {
    expected: EXPECTED,
    fits: (responses) => showsLives(ofUser(state, user), responses),
    // The list shows whether the earlier sessions survived the last sign-in.
    next: (responses) =>
      changed(state, (session) => {
        if (session.user !== user || session.life !== 'perhaps') return session;
        return {...session, life: idsOn(responses).includes(session.id) ? 'alive' : 'ended'};
      }),
  },
];

const listingAll: CommandModel = (state) => [
  allowedOutcome(state, EXPECTED, (responses) =>
    showsLives(Object.values(state.sessions), responses),
  ),
];

const BY_COMMAND: Record<string, CommandModel> = {
  create: creating,
  'sign in': signingIn,
  'end the session': endingOne,
  'end all sessions': endingAll,
  'force logout': loggingOut,
  'force logout by external id': loggingOut,
  list: listingOne,
  'list everybody': listingAll,
};
