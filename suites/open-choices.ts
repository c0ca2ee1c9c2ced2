import type {Contract} from '../spec/contract.ts';

/**
 * The choices of a profile that judges and provocations read, by open point: each says that a
 * deployment hides what a rule would have to see, or (`told`) that it shows it. A test compares this with what the checks read.
 */
export const READ_CHOICES: Readonly<Record<string, readonly string[]>> = {
  'NS-ST-02': ['told', 'untold'],
  'NS-ST-07': ['not walked through'],
  'NS-ST-12': ['kept', 'reset'],
  'NS-ST-14': ['refused'],
  'NS-ST-16': ['unlisted'],
  'NS-ST-21': ['ignored'],
  'NS-ST-22': ['consumption-disabled'],
  'NS-ST-30': ['not needed'],
  'NS-ST-33': ['id', 'uuid'],
  'NS-ST-43': ['not walked through'],
  'NS-ST-65': ['with the file'],
  'NS-ST-70': ['hidden', 'not shown'],
  'NS-ST-76': ['refused'],
  'NS-ST-80': ['not served'],
  'NS-ST-86': ['not walked through'],
  'NS-ST-87': ['kept', 'reset'],
  'NS-ST-99': ['enabled', 'not enabled'],
  'NS-WS-04': ['total'],
  'NS-WS-08': ['not-as-reserved'],
  'NS-WS-09': ['file-not-found'],
  'NS-WS-18': ['a new run', 'the same run'],
  'NS-WS-33': ['not-as-reserved'],
  'NS-WS-44': ['allowance-spent'],
  'NS-WS-52': ['none'],
  'NS-WS-53': ['unlimited'],
};

/**
 * The open points whose choice says that the names of the contract are those of the deployment: any
 * text says so. Where the document gives no path, it says so of the path.
 */
function namedByContract({document, operations}: Contract): Set<string> {
  const names = (document['x-open-names'] ?? []) as string[];
  const paths = Object.values(operations).flatMap(({pathOpen}) => pathOpen ?? []);
  return new Set([...names, ...paths]);
}

/** The choices that say that a deployment does not have an operation, by open point. */
const absentChoices = ({operations}: Contract): Record<string, string> =>
  Object.assign({}, ...Object.values(operations).map(({absent}) => absent ?? {})) as Record<
    string,
    string
  >;

/** The choices of an open point that have an effect. */
const readOf = (point: string, contract: Contract): string[] => [
  ...new Set([...(READ_CHOICES[point] ?? []), ...[absentChoices(contract)[point] ?? []].flat()]),
];

/** Whether anything reads a choice of a profile. */
export const isRead = (point: string, choice: unknown, contract: Contract): boolean =>
  namedByContract(contract).has(point) || readOf(point, contract).includes(String(choice));

/** The choices that are read in a profile of an API, in words. */
export function readChoicesText(contract: Contract, points: readonly string[]): string {
  const names = namedByContract(contract);
  const choices = points.flatMap((point) =>
    names.has(point) ? [] : readOf(point, contract).map((choice) => `${point}: ${choice}`),
  );
  const anyText = [...names].sort().join(', ');
  const rest = anyText === '' ? '' : `; and any text for ${anyText} (the contract's own names)`;
  return `${choices.join(', ') || 'none'}${rest}`;
}
