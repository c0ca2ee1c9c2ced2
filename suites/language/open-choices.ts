import type {Contract} from '../../spec/contract.ts';
import type {OpenId} from '../../spec/rule.ts';
import {toText} from '../../spec/json.ts';

/** What each choice of an open point says about a deployment, by choice. */
type Meanings = Readonly<Record<string, string>>;

/**
 * The choices of a profile that judges and provocations read, by open point, with what they say about
 * the deployment. Most hide what a rule would have to see. A test compares this with what the checks
 * read, and another one with the table in `docs/configuration.md`.
 */
export const READ_CHOICES: Readonly<Record<string, Meanings>> = {
  'NS-ST-02': {
    told: 'users have `name` and `anonymized`, so that a missing flag is a failure',
    untold: 'users have no `name`, or no `anonymized`',
  },
  'NS-ST-07': {'not walked through': 'the list of users has further pages that no parameter turns'},
  'NS-ST-12': {
    kept: 'an update of a user keeps what it does not name',
    reset: 'an update of a user resets what it does not name',
  },
  'NS-ST-14': {refused: '`anonymize=false` is refused'},
  'NS-ST-16': {unlisted: 'anonymized users are not in the list of deactivated users'},
  'NS-ST-21': {ignored: 'filters of reading sessions that make no sense alone are ignored'},
  'NS-ST-22': {'consumption-disabled': 'the store has no reading sessions'},
  'NS-ST-25': {
    'own day included': '`from_date` and `to_date` include their own days',
    'own day left out': '`from_date` or `to_date` leaves out its own day',
  },
  'NS-ST-30': {'not needed': 'report orders need no `return_url`'},
  'NS-ST-33': {
    id: 'orders name a user by the id of the store, not by the external_id',
    uuid: 'orders name a user by the uuid, not by the external_id',
  },
  'NS-ST-42': {
    'own day included': '`start_at` and `end_at` include their own days',
    'own day left out': '`start_at` or `end_at` leaves out its own day',
  },
  'NS-ST-43': {
    'not walked through': 'the list of orders has further pages that no parameter turns',
  },
  'NS-ST-65': {'with the file': 'an update of content has to send the file again'},
  'NS-ST-70': {
    hidden:
      'neither an order nor the list of users shows, in any member, the reason of a cancellation',
    'not shown': 'the list of users shows no plans',
  },
  'NS-ST-76': {refused: 'HEAD is not served'},
  'NS-ST-77': {
    'not served':
      'content cannot be read by its id any more (`list not served`: it is not listed any more)',
  },
  'NS-ST-80': {'not served': 'nothing can be read below `/api/v3`'},
  'NS-ST-86': {'not walked through': 'the list of plans has further pages that no parameter turns'},
  'NS-ST-87': {
    kept: 'an update of a plan keeps what it does not name',
    reset: 'an update of a plan resets what it does not name',
  },
  'NS-ST-99': {
    enabled: 'physical books are sold',
    'not enabled': 'the operator has not enabled the sale of physical books',
  },
  'NS-WS-04': {total: 'the usage shows the size of the allowance, not what is left of it'},
  'NS-WS-08': {
    'not-as-reserved':
      'a registration under another file name is refused for the name, before the format is looked at',
  },
  'NS-WS-09': {'file-not-found': 'a publication may have no file for some time'},
  'NS-WS-18': {
    'a new run': 'a retry of a failed run starts another run',
    'the same run': 'a retry of a failed run answers with that run',
  },
  'NS-WS-23': {'by itself': 'the deployment pushes publications to the reader store by itself'},
  'NS-WS-33': {
    'not-as-reserved':
      'a registration with the key of another upload is refused because it is not the reserved one',
  },
  'NS-WS-44': {'allowance-spent': 'the allowance of the cycle may be used up'},
  'NS-WS-52': {none: 'there is no daily limit, or no limit per tool and publication'},
  'NS-WS-53': {unlimited: 'the publication allowance is unlimited'},
};

/**
 * The open points whose choice says that the names of the contract are those of the deployment: any
 * text says so. Where the document gives no path, it says so of the path.
 */
function namedByContract({document, operations}: Contract): Set<string> {
  const names = (document['x-open-names'] ?? []) as string[];
  const paths = Object.values(operations).flatMap(({pathUndocumented}) => pathUndocumented ?? []);
  return new Set([...names, ...paths]);
}

/** The choices of an open point that say that a deployment does not have operations, with these. */
function absentChoices(point: string, {operations}: Contract): Meanings {
  const meanings: Record<string, string> = {};
  for (const {id, absent} of Object.values(operations))
    for (const choice of [absent?.[point as OpenId] ?? []].flat())
      meanings[choice] =
        meanings[choice] === undefined ? `not served: \`${id}\`` : `${meanings[choice]}, \`${id}\``;
  return meanings;
}

/**
 * The choices of an open point that have an effect, with what each says about the deployment; empty
 * for a point that nothing reads.
 */
export function choicesOf(point: string, contract: Contract): Meanings {
  return {...absentChoices(point, contract), ...READ_CHOICES[point]};
}

const readOf = (point: string, contract: Contract): string[] =>
  Object.keys(choicesOf(point, contract));

/** Whether anything reads a choice of a profile. */
export const isRead = (point: string, choice: unknown, contract: Contract): boolean =>
  namedByContract(contract).has(point) || readOf(point, contract).includes(toText(choice));

/** The choices of an open point that are read, in words; undefined if there are none. */
export function readChoicesText(contract: Contract, point: string): string | undefined {
  const choices = readOf(point, contract).map((choice) => `${point}: ${choice}`);
  return choices.length ? choices.join(', ') : undefined;
}
