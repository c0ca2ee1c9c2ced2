/** Defects that show only where two workspaces ask at the same moment. */

import type {Defect} from '../../defect.ts';
import type {RuleId} from '../../../spec/rule.ts';
import {answeredAsAnother} from '../families/at-once.ts';
import {defects, eachPlace, overMcp, type Phrases} from '../table.ts';

/** One gets the answer to the other, at the places of a rule. */
const joined = (
  rule: RuleId,
  operations: readonly string[],
  who: string,
): Record<RuleId, Phrases> =>
  eachPlace(
    rule,
    operations.map((operation) => `${operation} of ${who}`),
    (place) => {
      const [operation = ''] = place.split(' ');
      return [
        `of two who call ${operation} at the same moment one is answered as the other`,
        answeredAsAnother(operation),
      ];
    },
  );

const KEYS = 'two workspaces at the same moment';
const AGENTS = 'two agents at the same moment, with one message id';

/** Defects of answers that get mixed up (Authentication 3; Rule 4). */
export const askedTogether: Defect[] = [
  ...defects({
    ...joined('workspace.access.key-names-one-workspace', ['getAccount'], KEYS),
    ...joined('workspace.access.list-shows-own-only', ['listPublications'], KEYS),
    ...joined(
      'workspace.access.foreign-is-not-found',
      ['getPublication', 'listPublicationFiles', 'downloadFile'],
      KEYS,
    ),
  }),
  ...overMcp(
    defects(
      joined(
        'workspace.mcp.foreign-is-not-found',
        ['getAccount', 'listPublications', 'getPublication'],
        AGENTS,
      ),
    ),
  ),
];
