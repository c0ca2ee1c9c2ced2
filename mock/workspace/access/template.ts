import type {Seeding} from '../../chapter.ts';
import {cycleOf} from '../uploads/allowance.ts';
import {ABILITIES, type Ability} from './ability.ts';
import type {KeyRow, MemberRow, WorkspaceRow} from './rows.ts';

const POOL = 6;

interface Home {
  key: string;
  name: string;
  plan: string;
  allowance: number;
  members: [name: string, role: MemberRow['role']][];
}

function settle(seeding: Seeding, home: Home): MemberRow {
  const workspace: WorkspaceRow = {
    key: home.key,
    tenant: home.key,
    seq: seeding.newSeq(),
    name: home.name,
    plan: home.plan,
    paidWork: true,
    allowance: seeding.freedom('allowance.unlimited') === true ? null : home.allowance,
    cycle: cycleOf(seeding.now),
    spent: 0,
  };
  seeding.put('workspaces', workspace);
  const members = home.members.map(([name, role]): MemberRow => ({
    key: seeding.newId('member'),
    tenant: home.key,
    seq: seeding.newSeq(),
    name,
    role,
  }));
  for (const member of members) seeding.put('members', member);
  return members[0]!;
}

function mint(
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

const NARROW: [role: string, ability: Ability][] = [
  ['read-only', 'library:read'],
  ['write-only', 'library:write'],
  ['tools-only', 'tools:run'],
];

/** Two workspaces; keys that are plainly fake and never change. */
export function demo(seeding: Seeding): void {
  const harbour = settle(seeding, {
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
  const lighthouse = settle(seeding, {
    key: 'ws_lighthouse',
    name: 'Lighthouse Audio',
    plan: 'starter',
    allowance: 10,
    members: [
      ['Jonas Reef', 'owner'],
      ['Pia Strand', 'editor'],
    ],
  });
  mint(seeding, harbour, 'full', ABILITIES, 'demo-key-harbour-full');
  mint(seeding, harbour, 'other-key', ABILITIES, 'demo-key-harbour-other');
  for (const [role, ability] of NARROW)
    mint(seeding, harbour, role, [ability], `demo-key-harbour-${role}`);
  mint(seeding, lighthouse, 'second-workspace', ABILITIES, 'demo-key-lighthouse-full');
}

/**
 * Two empty workspaces with room, and a pool of keys for each role so that nobody waits for the
 * minute.
 */
export function suite(seeding: Seeding): void {
  const [first, second] = ['First', 'Second'].map((name) =>
    settle(seeding, {
      key: seeding.newId('ws'),
      name: `${name} Workspace`,
      plan: 'studio',
      allowance: 500,
      members: [
        [`${name} Owner`, 'owner'],
        [`${name} Admin`, 'admin'],
        [`${name} Editor`, 'editor'],
      ],
    }),
  );
  for (let i = 0; i < POOL; i++) {
    mint(seeding, first!, 'full', ABILITIES, seeding.newSecret('wk'));
    mint(seeding, first!, 'other-key', ABILITIES, seeding.newSecret('wk'));
    for (const [role, ability] of NARROW)
      mint(seeding, first!, role, [ability], seeding.newSecret('wk'));
    mint(seeding, second!, 'second-workspace', ABILITIES, seeding.newSecret('wk'));
  }
}
