import {defined} from '../../../spec/defined.ts';
import type {Seeding} from '../../chapter.ts';
import {cycleOf} from '../uploads/allowance.ts';
import {ABILITIES, type Ability} from './ability.ts';
import type {KeyRow, MemberRow, WorkspaceRow} from './rows.ts';

/** Keys for each role in a suite world, so that no check waits for the minute limit of one key. */
const KEYS_PER_ROLE = 6;

/** A workspace of a template. */
interface WorkspaceTemplate {
  key: string;
  name: string;
  plan: string;
  allowance: number;
  /** The first one is the owner. */
  members: [name: string, role: MemberRow['role']][];
}

/**
 * Adds a workspace with its members.
 * @returns the owner
 */
function addWorkspace(seeding: Seeding, template: WorkspaceTemplate): MemberRow {
  const workspace: WorkspaceRow = {
    key: template.key,
    tenant: template.key,
    seq: seeding.newSeq(),
    name: template.name,
    plan: template.plan,
    paidWork: true,
    allowance: seeding.freedom('allowance.unlimited') === true ? null : template.allowance,
    cycle: cycleOf(seeding.now),
    spent: 0,
  };
  seeding.put('workspaces', workspace);
  const members = template.members.map(([name, role]): MemberRow => ({
    key: seeding.newId('member'),
    tenant: template.key,
    seq: seeding.newSeq(),
    name,
    role,
  }));
  for (const member of members) seeding.put('members', member);
  const [owner] = members;
  return defined(owner, `the owner of ${template.key}`);
}

/** Adds an API key of the workspace that `owner` belongs to. */
function addKey(
  seeding: Seeding,
  owner: MemberRow,
  role: string,
  abilities: readonly Ability[],
  secret: string,
): void {
  const row: KeyRow = {
    key: seeding.newId('key'),
    tenant: owner.tenant,
    seq: seeding.newSeq(),
    secret,
    abilities: [...abilities],
    mintedBy: owner.key,
    role,
  };
  seeding.put('keys', row);
}

/** Roles whose keys have one ability only. */
const SINGLE_ABILITY_ROLES: [role: string, ability: Ability][] = [
  ['read-only', 'library:read'],
  ['write-only', 'library:write'],
  ['tools-only', 'tools:run'],
];

/** The demo world: two workspaces, with keys that are plainly fake and never change. */
export function demo(seeding: Seeding): void {
  const harbour = addWorkspace(seeding, {
    key: 'ws_harbour',
    name: 'Harbour Press',
    plan: 'studio',
    allowance: 120,
    members: [
      ['Maren Holt', 'owner'],
      ['Tomas Lind', 'admin'],
      ['Ida Brook', 'editor'],
    ],
  });
  const lighthouse = addWorkspace(seeding, {
    key: 'ws_lighthouse',
    name: 'Lighthouse Audio',
    plan: 'starter',
    allowance: 10,
    members: [
      ['Jonas Reef', 'owner'],
      ['Pia Strand', 'editor'],
    ],
  });
  addKey(seeding, harbour, 'full', ABILITIES, 'demo-key-harbour-full');
  addKey(seeding, harbour, 'other-key', ABILITIES, 'demo-key-harbour-other');
  for (const [role, ability] of SINGLE_ABILITY_ROLES)
    addKey(seeding, harbour, role, [ability], `demo-key-harbour-${role}`);
  addKey(seeding, lighthouse, 'second-workspace', ABILITIES, 'demo-key-lighthouse-full');
}

/** A workspace of a suite world: empty, with an allowance that no check uses up by accident. */
const addSuiteWorkspace = (seeding: Seeding, name: string): MemberRow =>
  addWorkspace(seeding, {
    key: seeding.newId('ws'),
    name: `${name} Workspace`,
    plan: 'studio',
    allowance: 500,
    members: [
      [`${name} Owner`, 'owner'],
      [`${name} Admin`, 'admin'],
      [`${name} Editor`, 'editor'],
    ],
  });

/** A suite world: two empty workspaces, and a pool of keys for each role. */
export function suite(seeding: Seeding): void {
  const first = addSuiteWorkspace(seeding, 'First');
  const second = addSuiteWorkspace(seeding, 'Second');
  for (let i = 0; i < KEYS_PER_ROLE; i++) {
    addKey(seeding, first, 'full', ABILITIES, seeding.newSecret('wk'));
    addKey(seeding, first, 'other-key', ABILITIES, seeding.newSecret('wk'));
    for (const [role, ability] of SINGLE_ABILITY_ROLES)
      addKey(seeding, first, role, [ability], seeding.newSecret('wk'));
    addKey(seeding, second, 'second-workspace', ABILITIES, seeding.newSecret('wk'));
  }
}
