import type {Operation} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import type {Codec} from '../../target/codec.ts';
import {ACCOUNT, TOOLS, UPLOAD, USERS, type Probe} from '../send/probe.ts';

/**
 * The first requests of a run, by which each role is verified: one for each ability of the role, and for what others
 * are likely to be taken for it. Only for a credential that deviates at one of them, more are sent (`everyProbe`).
 */
export const FIRST_PROBES: Partial<Record<Role, Probe[]>> = {
  full: [ACCOUNT, UPLOAD, TOOLS],
  'other-key': [ACCOUNT, UPLOAD],
  'second-workspace': [ACCOUNT, UPLOAD],
  'read-only': [ACCOUNT, UPLOAD],
  'write-only': [ACCOUNT, UPLOAD],
  'tools-only': [ACCOUNT, TOOLS],
  admin: [USERS],
  'second-admin': [USERS],
  'second-store': [USERS],
  'limited-admin': [USERS],
};

/** The only ability of a narrow role; the others have all of them. */
const ONLY_ABILITY: Partial<Record<Role, string>> = {
  'read-only': 'library:read',
  'write-only': 'library:write',
  'tools-only': 'tools:run',
};

/** What an operation needs: an ability of a key, or the permission of an admin (Content upload). */
export const abilityOf = ({id, ability}: Pick<Operation, 'id' | 'ability'>): string | undefined =>
  CONTENT_WRITES.includes(id) ? 'content' : ability;

const CONTENT_WRITES: readonly string[] = ['createIssue', 'updateIssue', 'deleteIssue'];

/** Whether a role may call an operation. */
export const isAllowed = (role: Role, {ability}: Operation): boolean =>
  ability === undefined || (ONLY_ABILITY[role] ?? ability) === ability;

/**
 * Every operation without a path parameter: the reads, and with an empty body the creations.
 * @param mayAdd whether the target allows that something is created
 */
export const everyProbe = (api: Api, codec: Codec, mayAdd: boolean): Probe[] =>
  codec.operations
    .filter(({parameters}) => parameters.every((parameter) => parameter.in !== 'path'))
    .filter(({method}) => method === 'GET' || (method === 'POST' && mayAdd))
    .map(({id}) => ({api, op: id}));
