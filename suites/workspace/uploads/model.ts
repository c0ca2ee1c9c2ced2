import type {Branch, Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/step.ts';

/** What is known of one upload (States / Upload and registration). */
export interface Upload {
  stage: 'reserved' | 'registered';
  /** The bytes in storage: none, all, or fewer than were reserved. */
  stored: 'nothing' | 'whole' | 'short';
  /** The upload link has expired. */
  expired: boolean;
  /** A read has shown the publication: from then on every read does. */
  shown?: true;
}

/** What is known of a workspace. */
export interface Workspace {
  uploads: Record<number, Upload>;
  /** Remaining allowance; undefined while unknown. */
  left: number | undefined;
  /** Ids of publications by the command that reserved, from the responses. */
  ids: Record<number, string>;
}

/** Places that the set-up leaves where it can. */
export const PLACES = 3;

export const EMPTY: Workspace = {uploads: {}, left: undefined, ids: {}};

/** A response is one of the situations. */
const among =
  (...situations: string[]) =>
  (responses: Exchange[]): boolean =>
    responses.some((response) =>
      situations.some((situation) => response.situations.includes(situation)),
    );
const refused = (responses: Exchange[]): boolean =>
  responses.some(({status}) => status >= 400 && status < 500 && status !== 429);

const branch = (
  next: Workspace,
  expected: string,
  fits: Branch<Workspace>['fits'] = among(expected),
): Branch<Workspace> => ({
  fits,
  expected,
  next: () => next,
});

/** What the document allows (States / Upload and registration; Errors; Limits). */
export function relation(state: Workspace, command: Command): Branch<Workspace>[] {
  if (command.does === 'reserve') return reserving(state, command);
  if (command.does === 'read the account') return counting(state);
  if (command.does === 'list') return listing(state);
  if (command.does === 'wait 31 minutes') {
    const uploads = Object.fromEntries(
      Object.entries(state.uploads).map(([id, upload]) => [id, {...upload, expired: true}]),
    );
    return [branch({...state, uploads}, 'time passes', () => true)];
  }
  const {does, on} = command;
  const upload = on === undefined ? undefined : state.uploads[on];
  // The engine sends nothing that acts on a refused reservation.
  if (on === undefined || !upload) return [branch(state, 'a reservation', () => true)];
  if (does === 'read') return reading(state, upload, on);
  if (does === 'read from another workspace') return [branch(state, 'publication-not-found')];
  if (does === 'register from another workspace') return [branch(state, 'a refusal', refused)];
  if (does === 'register') return registering(state, upload, on);
  return storing(state, upload, on, does === 'upload' ? 'whole' : 'short');
}

function reserving(state: Workspace, command: Command): Branch<Workspace>[] {
  const reserved = (left: number | undefined): Branch<Workspace> => ({
    expected: 'reserved',
    fits: among('reserved'),
    next: (responses) => ({
      left,
      uploads: {
        ...state.uploads,
        [command.id]: {stage: 'reserved', stored: 'nothing', expired: false},
      },
      ids: {
        ...state.ids,
        ...(responses[0] && {[command.id]: String(responses[0].body.publication_id)}),
      },
    }),
  });
  if (state.left === 0) return [branch(state, 'allowance-spent')];
  if (state.left === undefined)
    return [reserved(undefined), branch({...state, left: 0}, 'allowance-spent')];
  return [reserved(state.left)];
}

/** The account shows the allowance; null is unlimited (NS-WS-53). */
function counting(state: Workspace): Branch<Workspace>[] {
  const {left} = state;
  const counts = (responses: Exchange[]): boolean =>
    responses.some(
      ({situations, body}) =>
        situations.includes('account') &&
        (left === undefined || body.publications_left === null || body.publications_left === left),
    );
  return [
    {
      expected: `account with ${left ?? 'any number of'} publications left`,
      fits: counts,
      // Without a response, when sequences are chosen: as many as the set-up leaves.
      next: ([response]) => ({
        ...state,
        left: response ? (response.body.publications_left ?? undefined) : (left ?? PLACES),
      }),
    },
  ];
}

function listing(state: Workspace): Branch<Workspace>[] {
  const fits = (responses: Exchange[]): boolean => {
    const rows = responses
      .flatMap(({body}) => (body?.data ?? []) as {id: string}[])
      .map(({id}) => id);
    return (
      among('page')(responses) &&
      Object.entries(state.uploads).every(([command, upload]) =>
        listedAsItIs(upload, state.ids[Number(command)], rows),
      )
    );
  };
  return [branch(state, 'a page with every registered publication and no other of these', fits)];
}

/** What is registered is listed, once a read has shown it; what is only reserved is not. */
function listedAsItIs({stage, shown}: Upload, id: string | undefined, rows: string[]): boolean {
  if (id === undefined) return true;
  if (stage === 'reserved') return !rows.includes(id);
  return !shown || rows.includes(id);
}

function reading(state: Workspace, upload: Upload, on: number): Branch<Workspace>[] {
  if (upload.stage === 'reserved') return [branch(state, 'publication-not-found')];
  const fits = (responses: Exchange[]): boolean =>
    responses.some(
      ({situations, body}) =>
        situations.includes('publication') &&
        (state.ids[on] === undefined || body.id === state.ids[on]),
    );
  const read = branch(put(state, on, {...upload, shown: true}), 'publication', fits);
  // A deployment may need a moment until a read shows what was registered.
  return upload.shown ? [read] : [read, branch(state, 'publication-not-found')];
}

function storing(
  state: Workspace,
  upload: Upload,
  on: number,
  stored: 'whole' | 'short',
): Branch<Workspace>[] {
  const landed = branch(put(state, on, {...upload, stored}), 'stored');
  const untouched = branch(state, 'storage-refused');
  if (upload.expired) return [untouched];
  if (upload.stage === 'registered') return [branch(state, 'stored'), untouched];
  // Whether storage accepts a second PUT, or one of another size than was reserved, is open
  // (NS-WS-36).
  if (upload.stored !== 'nothing') return [landed, branch(state, 'stored'), untouched];
  return stored === 'short' ? [landed, untouched] : [landed];
}

function registering(state: Workspace, upload: Upload, on: number): Branch<Workspace>[] {
  const spent =
    state.left === 0 || state.left === undefined
      ? [branch({...state, left: 0}, 'allowance-spent')]
      : [];
  // In which order refusals are checked is open (NS-WS-32): the allowance may come first.
  if (upload.stage === 'registered')
    return [
      branch(state, 'a refusal', refused),
      branch(state, 'the same publication', (responses) =>
        responses.some(
          ({status, body}) =>
            status < 300 &&
            (body?.id === undefined || state.ids[on] === undefined || body.id === state.ids[on]),
        ),
      ),
    ];
  // Whether a reservation outlives its link is open (NS-WS-35).
  const expired = upload.expired ? [branch(state, 'a refusal', refused)] : [];
  if (upload.stored === 'nothing') return [branch(state, 'not-landed'), ...spent, ...expired];
  // Whether refused bytes stay in storage is open (NS-WS-36).
  if (upload.stored === 'short')
    return [
      branch(state, 'incomplete'),
      branch(put(state, on, {...upload, stored: 'nothing'}), 'incomplete'),
      ...spent,
      ...expired,
    ];
  if (state.left === 0) return [...spent, ...expired];
  const left = state.left === undefined ? undefined : state.left - 1;
  return [
    branch(put({...state, left}, on, {...upload, stage: 'registered'}), 'registered'),
    ...spent,
    ...expired,
  ];
}

const put = (state: Workspace, on: number, upload: Upload): Workspace => ({
  ...state,
  uploads: {...state.uploads, [on]: upload},
});
