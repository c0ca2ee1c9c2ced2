import type {Pager} from '../spec/openapi.ts';
import {
  NAMED_ENCODINGS,
  type Encoding,
  type MemberLocation,
  type OutcomeChoice,
  type PathChoice,
  type Profile,
  type ToolChoice,
} from '../spec/profile.ts';
import {readProfile} from '../spec/read-profile.ts';
import type {Specification} from '../spec/specification.ts';

/** A profile with one mistake. */
export interface WrongLine {
  /** The mistake, for example `members Account#/plan: typo`. */
  name: string;
  profile: Profile;
}

/** Wrong values of one profile entry, by mistake; undefined: the entry is missing. */
type Variations<T> = (entry: T, key: string) => Record<string, T | undefined>;

const typo = (text: string): string => `${text}x`;

/** Every profile that differs from a correct one in a single mistake that its author might make. */
export function wrongLines({contract}: Specification, profile: Profile): WrongLine[] {
  const mistakes = [
    ...varied(profile, 'members', memberMistakes),
    ...swappedMembers(profile),
    ...varied(profile, 'encodings', encodingMistakes),
    ...varied(profile, 'rows', (rows) => ({
      typo: {...rows, at: typo(rows.at || '/')},
      ...(rows.unwrap && {
        'unwrap missing': {at: rows.at},
        'unwrap typo': {...rows, unwrap: typo(rows.unwrap)},
      }),
      ...(!rows.unwrap && {'unwrap too much': {...rows, unwrap: '/item'}}),
    })),
    ...varied(profile, 'pager', pagerMistakes),
    ...varied(profile, 'requests', nameMistakes),
    ...varied(profile, 'paths', pathMistakes),
    ...varied(profile, 'outcomes', (choice, key) =>
      outcomeMistakes(choice, statusesOf(contract, key)),
    ),
    ...varied(profile, 'tools', toolMistakes),
  ];
  return mistakes.filter(({profile: wrong}) => isAccepted(wrong, contract));
}

function isAccepted(profile: Profile, contract: Specification['contract']): boolean {
  try {
    readProfile(profile, contract, 'profile');
    return true;
  } catch {
    return false;
  }
}

/** All single mistakes in the entries of one section; every entry may also be missing. */
function varied<S extends keyof Profile>(
  profile: Profile,
  section: S,
  variations: Variations<Profile[S][string]>,
): WrongLine[] {
  const entries = Object.entries(profile[section]) as [string, Profile[S][string]][];
  return entries.flatMap(([key, entry]) =>
    Object.entries({missing: undefined, ...variations(entry, key)}).map(([mistake, other]) => {
      const {[key]: _right, ...rest} = profile[section];
      const wrong = other === undefined ? rest : {...rest, [key]: other};
      return {name: `${section} ${key}: ${mistake}`, profile: {...profile, [section]: wrong}};
    }),
  );
}

const memberMistakes: Variations<MemberLocation> = (location, key) => {
  if ('header' in location)
    return {
      typo: {...location, header: typo(location.header)},
      whole: {header: location.header},
    };
  const {at, absent} = location;
  const parent = at.slice(0, at.lastIndexOf('/'));
  return {
    typo: {...location, at: typo(at)},
    ...(key.endsWith('/id') && {'an entirely different place': {...location, at: '/data'}}),
    ...(parent && {'one level too high': {...location, at: parent}}),
    ...(absent && {'absent not said': {at}}),
  };
};

/** Pairs each member with the next one of its component. */
function swappedMembers(profile: Profile): WrongLine[] {
  const keys = Object.keys(profile.members);
  const componentOf = (key: string | undefined): string | undefined => key?.split('#')[0];
  return keys.flatMap((one, index) =>
    keys.slice(index + 1).flatMap((other) => {
      const [here, there] = [profile.members[one], profile.members[other]];
      if (componentOf(one) !== componentOf(other) || !here || !there) return [];
      const members = {...profile.members, [one]: there, [other]: here};
      return [{name: `members ${one} and ${other}: swapped`, profile: {...profile, members}}];
    }),
  );
}

const encodingMistakes: Variations<Encoding> = (encoding) => {
  if (typeof encoding === 'object') {
    const [names, values] = [Object.keys(encoding), Object.values(encoding).reverse()];
    return {
      swapped: Object.fromEntries(names.map((name, index) => [name, values[index] ?? name])),
      typo: Object.fromEntries(
        Object.entries(encoding).map(([name, text]) => [name, [text].flat().map(typo)]),
      ),
    };
  }
  const others = NAMED_ENCODINGS.filter((other) => other !== encoding);
  return Object.fromEntries(others.map((other) => [`as ${other}`, other]));
};

const pagerMistakes: Variations<Partial<Pager>> = (pager) => ({
  ...(pager.param && {typo: {...pager, param: typo(pager.param)}}),
  cursor: {...pager, kind: 'cursor', next: '/next'},
  'next-link': {...pager, kind: 'next-link', next: '/next'},
});

/** Mistakes in names, by canonical names. */
function nameMistakes(names: Record<string, string>): Record<string, Record<string, string>> {
  const mistakes: Record<string, Record<string, string>> = {};
  for (const [name, wire] of Object.entries(names)) {
    const {[name]: _right, ...rest} = names;
    mistakes[`${name} missing`] = rest;
    mistakes[`${name} typo`] = {...names, [name]: typo(wire)};
  }
  const values = Object.values(names).reverse();
  if (values.length > 1)
    mistakes.swapped = Object.fromEntries(
      Object.keys(names).map((name, index) => [name, values[index] ?? name]),
    );
  return mistakes;
}

const pathMistakes: Variations<PathChoice> = (path, key) => {
  if ('template' in path)
    return {
      typo: {template: path.template.replace(/\/(\w+)\/\{/, '/$1x/{')},
      'another resource': {template: '/api/v1/publications/{run}'},
      deeper: {template: `${path.template}/state`},
    };
  const {followed} = path;
  return {
    typo: {followed: {...followed, header: typo(followed.header)}},
    'another operation': {followed: {...followed, from: 'createPublication'}},
    'a template': {template: key === 'readReport' ? '/api/v1/jobs/{run}/report' : '/api/v1/{run}'},
    'path of the run': {template: '/api/v1/jobs/{run}'},
  };
};

function outcomeMistakes(choice: OutcomeChoice, allowed: number[]): Record<string, OutcomeChoice> {
  const {status, reason} = choice;
  const others = allowed.filter((one) => !status?.includes(one));
  return {
    ...(reason && {
      'reason typo': {...choice, reason: [reason].flat().map(typo)},
      'reason of another': {...choice, reason: 'fields'},
    }),
    ...(status && others[0] && {'first other status': {...choice, status: others.slice(0, 1)}}),
    ...(status && others.at(-1) && {'last other status': {...choice, status: others.slice(-1)}}),
    ...(!status && allowed.length > 1 && {'one status': {...choice, status: allowed.slice(-1)}}),
  };
}

const statusesOf = ({operations}: Specification['contract'], key: string): number[] => {
  const [op, situation = op] = key.split('.');
  const outcomes = Object.values(operations)
    .filter(({id}) => !key.includes('.') || id === op)
    .flatMap(({outcomes: all}) => all.filter((outcome) => outcome.situation === situation));
  return outcomes[0]?.statuses ?? [];
};

const toolMistakes: Variations<ToolChoice> = (tool) => ({
  typo: {...tool, name: typo(tool.name)},
  'another tool': {...tool, name: 'getAccount'},
  ...Object.fromEntries(
    Object.entries(nameMistakes(tool.arguments ?? {})).map(([mistake, names]) => [
      `arguments ${mistake}`,
      {...tool, arguments: names},
    ]),
  ),
});
