import {defined} from '../../../spec/defined.ts';
import type {Seeder} from '../../chapter.ts';
import {cycleOf} from '../uploads/allowance.ts';
import {ABILITIES, type Ability} from './ability.ts';
import type {KeyRow, MemberRow, WorkspaceRow} from './rows.ts';

/** The number of keys for each role in a suite world, so that no check waits for the minute limit of one key. */
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
function addWorkspace(seeder: Seeder, template: WorkspaceTemplate): MemberRow {
  const workspace: WorkspaceRow = {
    key: template.key,
    tenant: template.key,
    seq: seeder.newSeq(),
    name: template.name,
    plan: template.plan,
    paidWork: true,
    allowance: seeder.freedom('allowance.unlimited') === true ? null : template.allowance,
    cycle: cycleOf(seeder.now),
    spent: 0,
  };
  seeder.put('workspaces', workspace);
  const members = template.members.map(([name, role]): MemberRow => ({
    key: seeder.newId('member'),
    tenant: template.key,
    seq: seeder.newSeq(),
    name,
    role,
  }));
  for (const member of members) seeder.put('members', member);
  const [owner] = members;
  return defined(owner, `the owner of ${template.key}`);
}

/** Adds an API key of the workspace that `owner` belongs to. */
function addKey(
  seeder: Seeder,
  owner: MemberRow,
  role: string,
  abilities: readonly Ability[],
  secret: string,
): void {
  const row: KeyRow = {
    key: seeder.newId('key'),
    tenant: owner.tenant,
    seq: seeder.newSeq(),
    secret,
    abilities: [...abilities],
    mintedBy: owner.key,
    role,
  };
  seeder.put('keys', row);
}

/** Roles whose keys have only one ability. */
const SINGLE_ABILITY_ROLES: [role: string, ability: Ability][] = [
  ['read-only', 'library:read'],
  ['write-only', 'library:write'],
  ['tools-only', 'tools:run'],
];

/** The demo world: two workspaces, with obviously fake keys that never change, or contain the id of the world. */
export function demo(seeder: Seeder): void {
  const harbour = addWorkspace(seeder, {
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
  const lighthouse = addWorkspace(seeder, {
    key: 'ws_lighthouse',
    name: 'Lighthouse Audio',
    plan: 'starter',
    allowance: 10,
    members: [
      ['Jonas Reef', 'owner'],
      ['Pia Strand', 'editor'],
    ],
  });
  const own = (ofDemo: string): string => seeder.ownCredential(ofDemo);
  addKey(seeder, harbour, 'full', ABILITIES, own('demo-key-harbour-full'));
  addKey(seeder, harbour, 'other-key', ABILITIES, own('demo-key-harbour-other'));
  for (const [role, ability] of SINGLE_ABILITY_ROLES)
    addKey(seeder, harbour, role, [ability], own(`demo-key-harbour-${role}`));
  addKey(seeder, lighthouse, 'second-workspace', ABILITIES, own('demo-key-lighthouse-full'));
}

/** A workspace of a suite world: empty, with an allowance that no check uses up by accident. */
const addSuiteWorkspace = (seeder: Seeder, name: string): MemberRow =>
  addWorkspace(seeder, {
    key: seeder.newId('ws'),
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
export function suite(seeder: Seeder): void {
  const first = addSuiteWorkspace(seeder, 'First');
  const second = addSuiteWorkspace(seeder, 'Second');
  for (let i = 0; i < KEYS_PER_ROLE; i++) {
    addKey(seeder, first, 'full', ABILITIES, seeder.newSecret('wk'));
    addKey(seeder, first, 'other-key', ABILITIES, seeder.newSecret('wk'));
    for (const [role, ability] of SINGLE_ABILITY_ROLES)
      addKey(seeder, first, role, [ability], seeder.newSecret('wk'));
    addKey(seeder, second, 'second-workspace', ABILITIES, seeder.newSecret('wk'));
  }
}
