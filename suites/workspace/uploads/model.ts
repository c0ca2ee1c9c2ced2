import {
  among,
  allowedOutcome,
  outcomeWith,
  refusal,
  refused,
  type Fits,
} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {linkStage, mintedNow, PASSES, type MintedLink} from './upload-link.ts';
import {toText} from '../../../spec/json.ts';

/** What is known of one upload (States / Upload and registration). */
export interface Upload {
  stage: 'reserved' | 'registered';
  /** The bytes in storage: none, all, or fewer than were reserved. */
  stored: 'nothing' | 'whole' | 'short';
  /** Its upload link. */
  link: MintedLink;
  /** A read has shown the publication: from then on every read does. */
  shown?: true;
  /** The bytes in storage, once their number is known. */
  size?: number;
}

/** The uploads of a workspace as a sequence of commands has shown them. */
export interface WorkspaceState {
  uploads: Record<number, Upload>;
  /** Remaining allowance; undefined while unknown. */
  left: number | undefined;
  /** Milliseconds that commands have let pass. */
  passed: number;
  /** Ids of publications by the command that reserved, from the responses. */
  ids: Record<number, string>;
}

type Outcomes = AllowedOutcome<WorkspaceState>[];

/** The number of publications that can still be registered, if the set-up can set it. */
export const PLACES = 3;

/** Nothing is known yet. */
export const EMPTY: WorkspaceState = {uploads: {}, left: undefined, passed: 0, ids: {}};

/** What the document allows (States / Upload and registration; Errors; Limits). */
export function relation(state: WorkspaceState, command: Command): Outcomes {
  if (command.does === 'reserve') return reserving(state, command);
  if (command.does === 'read the account') return counting(state);
  if (command.does === 'list') return listing(state);
  const {does, on} = command;
  if (does in PASSES && on === undefined)
    return counting({...state, passed: state.passed + (PASSES[does] ?? 0)});
  const upload = on === undefined ? undefined : state.uploads[on];
  // The engine sends no command on a refused reservation.
  if (on === undefined || !upload) return [allowedOutcome(state, 'a reservation', () => true)];
  return ofUpload(state, upload, does, on);
}

/** What the document allows for a command on an upload. */
function ofUpload(state: WorkspaceState, upload: Upload, does: string, on: number): Outcomes {
  if (does in PASSES) return counting(waitedFor(state, upload, PASSES[does] ?? 0));
  if (does === 'read') return reading(state, upload, on);
  if (does === 'read from another workspace')
    return [allowedOutcome(state, 'publication-not-found')];
  if (does === 'register from another workspace') return [refusal(state)];
  if (does === 'register') return registering(state, upload, on);
  if (does in OTHER_SIZES)
    return registeringOtherwise(state, upload, on, OTHER_SIZES[does] === upload.stored);
  return storing(state, upload, on, does === 'upload' ? 'whole' : 'short');
}

/** Registrations that declare another size than was reserved, with the upload whose size that is. */
const OTHER_SIZES: Record<string, Upload['stored'] | undefined> = {
  'register with another size': undefined,
  'register a byte less': 'short',
};

/** Time passes until the link of an upload has a certain age; time never goes backwards. */
const waitedFor = (state: WorkspaceState, {link}: Upload, age: number): WorkspaceState => ({
  ...state,
  passed: Math.max(state.passed, link.since + age),
});

function reserving(state: WorkspaceState, {id}: Command): Outcomes {
  if (state.left === 0) return [allowedOutcome(state, 'allowance-spent')];
  const reserved = outcomeWith('reserved', (response): WorkspaceState => {
    const link = mintedNow(state.passed, response);
    return {
      ...state,
      uploads: {...state.uploads, [id]: {stage: 'reserved', stored: 'nothing', link}},
      ids: {...state.ids, ...(response && {[id]: toText(response.body.publication_id)})},
    };
  });
  return state.left === undefined
    ? [reserved, allowedOutcome({...state, left: 0}, 'allowance-spent')]
    : [reserved];
}

/** The account shows the allowance; null is unlimited (NS-WS-53). */
function counting(state: WorkspaceState): Outcomes {
  const {left} = state;
  const counts: Fits = (responses) =>
    responses.some(
      ({situations, body}) =>
        situations.includes('account') &&
        (left === undefined || body.publications_left === null || body.publications_left === left),
    );
  return [
    {
      expected: `account with ${left ?? 'any number of'} publications left`,
      shows: ['/publications_left'],
      fits: counts,
      // When sequences are chosen there is no response: then the set-up's number is assumed.
      next: ([response]) => ({
        ...state,
        left: response ? (response.body.publications_left ?? undefined) : (left ?? PLACES),
      }),
    },
  ];
}

function listing(state: WorkspaceState): Outcomes {
  const fits = (responses: Exchange[]): boolean => {
    const rows = responses.flatMap(({body}) => (body?.data ?? []) as Row[]);
    return (
      among('page')(responses) &&
      timesFall(rows) &&
      Object.entries(state.uploads).every(([command, upload]) =>
        listedAsItIs(upload, state.ids[Number(command)], rows),
      )
    );
  };
  const expected =
    'a page with every registered publication and no other of these, newest first, of their sizes';
  return [allowedOutcome(state, expected, fits)];
}

/** Members of a row of the list. */
interface Row {
  id: string;
  created_at?: string;
  original_size_bytes?: number | null;
}

/** Creation times, where they can be read, never rise from row to row (Endpoints). */
function timesFall(rows: Row[]): boolean {
  const times = rows.map((row) => Date.parse(String(row.created_at))).filter(Number.isFinite);
  return times.every((time, index) => time <= (times[index - 1] ?? Infinity));
}

/** The size is that of the bytes that were sent, where both are known. */
const hasSize = ({size}: Upload, shown: unknown): boolean =>
  size === undefined || (shown ?? size) === size;

/**
 * A registered publication is listed once a read has shown it; one that is only reserved is not.
 */
function listedAsItIs(upload: Upload, id: string | undefined, rows: Row[]): boolean {
  if (id === undefined) return true;
  const row = rows.find((one) => one.id === id);
  if (upload.stage === 'reserved') return row === undefined;
  return row ? hasSize(upload, row.original_size_bytes) : !upload.shown;
}

function reading(state: WorkspaceState, upload: Upload, on: number): Outcomes {
  if (upload.stage === 'reserved') return [allowedOutcome(state, 'publication-not-found')];
  const fits = (responses: Exchange[]): boolean =>
    responses.some(
      ({situations, body}) =>
        situations.includes('publication') &&
        hasSize(upload, body.original_size_bytes) &&
        (state.ids[on] === undefined || body.id === state.ids[on]),
    );
  const read = allowedOutcome(put(state, on, {...upload, shown: true}), 'publication', fits);
  // A deployment may need a moment until a read shows what was registered.
  return upload.shown ? [read] : [read, allowedOutcome(state, 'publication-not-found')];
}

function storing(
  state: WorkspaceState,
  upload: Upload,
  on: number,
  stored: 'whole' | 'short',
): Outcomes {
  const stageAt = (responses: Exchange[]) => linkStage(upload.link, state.passed, responses[0]);
  const unless = (
    stage: 'valid' | 'expired',
    one: AllowedOutcome<WorkspaceState>,
  ): AllowedOutcome<WorkspaceState> => ({
    ...one,
    fits: (responses) => stageAt(responses) !== stage && one.fits(responses),
  });
  const refusal = unless('valid', allowedOutcome(state, 'storage-refused'));
  const whileValid = storingWhileValid(state, upload, on, stored).map((one) =>
    unless('expired', one),
  );
  return stageAt([]) === 'expired' ? [refusal, ...whileValid] : [...whileValid, refusal];
}

/** What the document allows while the link is valid. */
function storingWhileValid(
  state: WorkspaceState,
  upload: Upload,
  on: number,
  stored: 'whole' | 'short',
): Outcomes {
  const untouched = allowedOutcome(state, 'storage-refused');
  if (upload.stage === 'registered') return [allowedOutcome(state, 'stored'), untouched];
  const landed = outcomeWith('stored', (response) => {
    const size = response?.requestBody?.size as unknown;
    return put(state, on, {...upload, stored, ...(typeof size === 'number' && {size})});
  });
  // Whether storage accepts a second PUT, or one of another size than was reserved, is open
  // (NS-WS-36).
  if (upload.stored !== 'nothing') return [landed, allowedOutcome(state, 'stored'), untouched];
  return stored === 'short' ? [landed, untouched] : [landed];
}

function registering(state: WorkspaceState, upload: Upload, on: number): Outcomes {
  if (upload.stage === 'registered') return registeringAgain(state, on);
  const refusals = [...refusalsByAllowance(state), ...refusalsByExpiry(state, upload)];
  if (upload.stored === 'nothing') return [allowedOutcome(state, 'not-landed'), ...refusals];
  // Whether refused bytes remain in storage is open (NS-WS-36).
  if (upload.stored === 'short')
    return [
      allowedOutcome(state, 'incomplete'),
      allowedOutcome(put(state, on, {...upload, stored: 'nothing'}), 'incomplete'),
      ...refusals,
    ];
  return [...accepting(state, upload, on), ...refusals];
}

/** The registration is accepted, if the allowance may not be spent yet. */
function accepting(state: WorkspaceState, upload: Upload, on: number): Outcomes {
  if (state.left === 0) return [];
  const left = state.left === undefined ? undefined : state.left - 1;
  const registered = put({...state, left}, on, {...upload, stage: 'registered'});
  return [allowedOutcome(registered, 'registered')];
}

/**
 * A registration that declares another size than the stored one is refused. Whether the refused
 * bytes remain in storage is open (NS-WS-36). If it declares the stored size, and only the reserved
 * one differs, it may also be accepted (NS-WS-07).
 */
function registeringOtherwise(
  state: WorkspaceState,
  upload: Upload,
  on: number,
  isStoredSize: boolean,
): Outcomes {
  if (upload.stage === 'registered') return registeringAgain(state, on);
  return [
    refusal(state),
    allowedOutcome(put(state, on, {...upload, stored: 'nothing'}), 'a refusal', refused),
    ...(isStoredSize ? accepting(state, upload, on) : []),
  ];
}

/** The order in which refusals are checked is open (NS-WS-32): the allowance may come first. */
const refusalsByAllowance = (state: WorkspaceState): Outcomes =>
  state.left === 0 || state.left === undefined
    ? [allowedOutcome({...state, left: 0}, 'allowance-spent')]
    : [];

/** Whether a reservation outlives its link is open (NS-WS-35). */
const refusalsByExpiry = (state: WorkspaceState, {link}: Upload): Outcomes => [
  allowedOutcome(
    state,
    'a refusal',
    (responses) => linkStage(link, state.passed, responses[0]) !== 'valid' && refused(responses),
  ),
];

/** Whether a second registration is refused or repeats the first is open (NS-WS-34). */
function registeringAgain(state: WorkspaceState, on: number): Outcomes {
  const id = state.ids[on];
  const isSame = ({status, body}: Exchange): boolean =>
    status < 300 && (body?.id === undefined || id === undefined || body.id === id);
  return [
    refusal(state),
    allowedOutcome(state, 'the same publication', (responses) => responses.some(isSame)),
  ];
}

const put = (state: WorkspaceState, on: number, upload: Upload): WorkspaceState => ({
  ...state,
  uploads: {...state.uploads, [on]: upload},
});
